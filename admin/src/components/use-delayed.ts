import { useEffect, useState } from 'react'

const DEFAULT_MILLISECONDS = 300

/** The value after it has not changed for a moment. Compared by content. */
export function useDelayed<T>(value: T, milliseconds = DEFAULT_MILLISECONDS): T {
  const [delayed, setDelayed] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(JSON.parse(text)), milliseconds)
    return () => clearTimeout(timer)
  }, [text, milliseconds])
  return delayed
}
