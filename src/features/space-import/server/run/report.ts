import type { ErrorValues, Phrase } from '#platform/error-text.ts'

/** Remarks of an import that are kept one by one; more are counted alone. */
const MOST_REMARKS = 1000

/** What an import brought in, and what it could not bring in as it was. */
export class ImportReport {
  readonly #counts = new Map<string, number>()
  readonly remarks: Phrase[] = []
  more = 0

  count(what: string, number = 1): void {
    this.#counts.set(what, this.of(what) + number)
  }

  of(what: string): number {
    return this.#counts.get(what) ?? 0
  }

  /** @param key an English sentence, which is the key of its translations */
  remark(key: string, values: ErrorValues = {}): void {
    if (this.remarks.length < MOST_REMARKS) this.remarks.push({ key, values })
    else this.more++
  }

  /** What was brought in: names of kinds with their numbers. */
  counts(): ReadonlyMap<string, number> {
    return this.#counts
  }
}
