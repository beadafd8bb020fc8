/** Waits before the second to sixth try, in seconds. */
export const RETRY_DELAYS = [0.1, 0.3, 0.5, 0.7, 1] as const

const EXCEEDED = 'exceed-maximum-called-times'

/**
 * Result of the work, which is tried again after each of {@link RETRY_DELAYS}. For work that may be done twice.
 * @param mayPass whether a failure may be gone the next time; others are thrown at once
 * @throws Error `exceed-maximum-called-times` after the last try, with its failure as the cause
 */
export async function retry<T>(work: () => Promise<T>, mayPass: (error: unknown) => boolean = () => true): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!mayPass(error)) throw error
      const delay = RETRY_DELAYS[attempt]
      if (delay === undefined) throw new Error(EXCEEDED, { cause: error })
      await new Promise(resolve => setTimeout(resolve, delay * 1000))
    }
  }
}
