import { useEffect, useState } from 'react'

const DELAY_MILLISECONDS = 300

/** The value after it has not changed for a moment. Compared by content. */
export function useDelayed<T>(value: T): T {
  const [delayed, setDelayed] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(JSON.parse(text)), DELAY_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [text])
  return delayed
}
