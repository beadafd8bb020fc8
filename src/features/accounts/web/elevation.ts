import { ApiError } from '#platform/web/api-error.ts'
import { elevationPage } from '../contract.ts'

/** Runs a call that needs a recently confirmed password; requests the confirmation where it is missing. */
export async function elevated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.needsPassword) throw error
    return confirmPassword(location.pathname + location.search)
  }
}

/** Leaves for the confirmation screen; the promise never settles. */
export function confirmPassword(destination: string): Promise<never> {
  location.assign(`${elevationPage.path}?destination=${encodeURIComponent(destination)}`)
  return new Promise(() => undefined)
}
