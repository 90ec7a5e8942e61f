/** Properties of a `TextField` with `select` whose choice for no value has a text. */
export const CHOICE_PROPS = { select: { displayEmpty: true }, inputLabel: { shrink: true } } as const
