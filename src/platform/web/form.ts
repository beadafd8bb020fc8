import { useState } from 'react'
import { ApiError } from './api-error.ts'

export interface Action<Args extends unknown[]> {
  /** Runs the work. Resolves to whether it succeeded; failures are in `error`, not thrown. */
  run: (...args: Args) => Promise<boolean>
  isPending: boolean
  error: Error | undefined
  /** Error of a body field. */
  fieldError: (name: string) => string | undefined
  /** Error that belongs to none of the given fields. */
  formError: (...fields: string[]) => string | undefined
  /** Clears errors. For the form's `onInput`: browsers do not submit invalid fields. */
  reset: () => void
}

/**
 * State of an action: one run at a time, with its error.
 * @param fieldOfStatus field of a status without a named field: `{ 409: 'userName' }`
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

/** Text fields by name. `field(name, action)` gives the props of one, with the error of the action. */
export function useFields<Values extends Readonly<Record<string, string>>>(initial: Values) {
  const [values, setValues] = useState(initial)
  const set = (changes: Partial<Values>) => setValues(before => ({ ...before, ...changes }))
  const field = (name: keyof Values & string, { fieldError }: Pick<Action<[]>, 'fieldError'>) => ({
    value: values[name] ?? '',
    onChange: (value: string) => setValues(before => ({ ...before, [name]: value })),
    error: fieldError(name),
  })
  return { values, set, field }
}

/** Error messages by field. */
export function fieldErrors(error: Error): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {}
  const found: Record<string, string> = {}
  for (const { field, message } of error.errors) {
    if (field !== undefined) found[field] ??= message
  }
  return found
}
