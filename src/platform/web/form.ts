import { useState } from 'react'
import { ApiError } from './api-error.ts'

export interface Action<Args extends unknown[]> {
  /** Runs the work. Resolves to whether it succeeded; a failure is kept in `error` and not thrown. */
  run: (...args: Args) => Promise<boolean>
  isPending: boolean
  error: Error | undefined
  /** What the server says of one field of the body; undefined when it says nothing of it. */
  fieldError: (name: string) => string | undefined
  /** What is wrong with the whole, i.e. with none of the fields that were asked for by {@link fieldError}. */
  formError: (...fields: string[]) => string | undefined
  /** Takes errors away. Belongs to `onInput` of the form: a field that is marked as wrong keeps the browser from sending it. */
  reset: () => void
}

/**
 * Something that a form or a button does: one at a time, with what went wrong in it.
 * @param fieldOfStatus the field that an error of a status belongs to, where the server names none: `{ 409: 'userName' }`
 */
export function useAction<Args extends unknown[]>(
  work: (...args: Args) => Promise<unknown>,
  fieldOfStatus: Readonly<Record<number, string>> = {},
): Action<Args> {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<Error>()
  const byField: Record<string, string> = error ? { ...fieldErrors(error) } : {}
  const field = error instanceof ApiError ? fieldOfStatus[error.status] : undefined
  if (error && field !== undefined && Object.keys(byField).length === 0) byField[field] = error.message
  return {
    async run(...args) {
      if (isPending) return false
      setPending(true)
      setError(undefined)
      try {
        await work(...args)
        return true
      } catch (failure) {
        setError(failure instanceof Error ? failure : new Error(String(failure)))
        return false
      } finally {
        setPending(false)
      }
    },
    isPending,
    error,
    fieldError: name => byField[name],
    formError: (...fields) => (error && !fields.some(name => byField[name] !== undefined) ? error.message : undefined),
    reset: () => setError(undefined),
  }
}

/** What the server complains of, by the name of the field. */
export function fieldErrors(error: Error): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {}
  const found: Record<string, string> = {}
  for (const { field, message } of error.errors) {
    if (field !== undefined) found[field] ??= message
  }
  return found
}
