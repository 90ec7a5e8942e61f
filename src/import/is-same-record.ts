/** Whether the stored record has the same values. Fields that `record` lacks are not compared. */
export function isSameRecord(record: object, current: object): boolean {
  return Object.entries(record).every(
    ([name, value]) => JSON.stringify(Reflect.get(current, name)) === JSON.stringify(value),
  )
}
