import type { ErrorValues, Phrase } from '#platform/error-text.ts'
import type { ImportCount } from '../../contract.ts'

/** Remarks of an import that are kept one by one; more are counted alone. */
const MOST_REMARKS = 1000

/** Counts of imported contents, and remarks on those that could not be imported as they were. */
export class ImportReport {
  readonly #counts = new Map<ImportCount, number>()
  readonly remarks: Phrase[] = []
  more = 0

  count(what: ImportCount, number = 1): void {
    if (number > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + number)
  }

  /** @param key an English sentence, which is the key of its translations */
  remark(key: string, values: ErrorValues = {}): void {
    if (this.remarks.length < MOST_REMARKS) this.remarks.push({ key, values })
    else this.more++
  }

  /** Adds a remark that names many contents at once, however many remarks there are. */
  list(key: string, values: ErrorValues): void {
    this.remarks.push({ key, values })
  }

  /** Numbers of imported contents. */
  counts(): ReadonlyMap<ImportCount, number> {
    return this.#counts
  }
}
