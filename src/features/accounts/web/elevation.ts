import { ApiError } from '#platform/web/api-error.ts'
import { elevationPage } from '../contract.ts'

/** Does what needs a password that was confirmed lately; where it was not, it is asked for. */
export async function elevated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.asksPassword) throw error
    return confirmPassword(location.pathname + location.search)
  }
}

/** Leaves this document; what waits for it never goes on. */
export function confirmPassword(destination: string): Promise<never> {
  location.assign(`${elevationPage.path}?destination=${encodeURIComponent(destination)}`)
  return new Promise(() => undefined)
}
