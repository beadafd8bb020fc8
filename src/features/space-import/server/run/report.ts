import type { ErrorValues, Phrase } from '#platform/error-text.ts'
import type { ImportCount } from '../../contract.ts'
import type { ReadingNotes } from '../package/encoding.ts'

/** Remarks of an import that are kept one by one; more are counted alone. */
const MOST_REMARKS = 1000
/** Contents that one remark names; the number of all follows. */
const MOST_LISTED = 1000

/** Kinds of things that are left out, with the reason. Each is one remark with their number. */
export type LeftOutKind =
  | 'Space categories left out, since a space can have at most 50: {{number}}'
  | 'Comments left out, since they are on no page of the export: {{number}}'
  | 'Comments left out, since they were deleted: {{number}}'
  | 'Files left out, since they are on no page or blog post of the export: {{number}}'
  | 'Files left out, since they were deleted: {{number}}'
  | 'Global permissions left out, since an import changes none: {{number}}'
  | 'Labels left out, since the export does not name the users whose personal labels they are: {{number}}'
  | 'Labels of spaces left out, since spaces have categories only: {{number}}'
  | 'Labels of templates left out, since they are personal or categories: {{number}}'
  | 'Likes left out, since the export does not name their users: {{number}}'
  | 'Members of groups left out, since groups are made without members: {{number}}'
  | 'Pages and blog posts left out, since they are in no space of the export: {{number}}'
  | 'Space permissions left out, since they are for programs or for functions that this wiki does not have: {{number}}'
  | 'Permissions of visitors left out, since only users can have them: {{number}}'
  | 'Properties left out, since they have no key or a key that is too long: {{number}}'
  | 'Saved pages and spaces left out, since the export does not name their users: {{number}}'
  | 'Templates left out, since they have no name: {{number}}'
  | 'Templates of the site left out, since only some spaces were chosen: {{number}}'
  | 'Watches left out, since the export does not name their users: {{number}}'

/** Names in the report how an export had to be read. */
export function reportNotes(report: ImportReport, notes: ReadingNotes): void {
  const { encoding, unknownEncoding, invalidBytes, forbidden } = notes
  if (encoding !== undefined)
    report.remark('entities.xml of the export is encoded in {{encoding}} and was read as such', { encoding })
  if (unknownEncoding !== undefined)
    report.remark(
      'entities.xml of the export declares the encoding {{encoding}}, which is unknown, and was read as UTF-8',
      {
        encoding: unknownEncoding,
      },
    )
  if (invalidBytes > 0)
    report.remark(
      'entities.xml of the export has bytes that are not UTF-8, and were read as Windows-1252: {{number}}',
      {
        number: invalidBytes,
      },
    )
  if (forbidden > 0)
    report.remark('entities.xml of the export has characters that XML forbids, which were left out: {{number}}', {
      number: forbidden,
    })
}

/** Counts of imported contents, and remarks on those that could not be imported as they were. */
export class ImportReport {
  readonly #counts = new Map<ImportCount, number>()
  readonly #leftOut = new Map<LeftOutKind, number>()
  readonly #remarks: Phrase[] = []
  /** Remarks that name many contents, by their sentences: the first contents, and how many there are. */
  readonly #lists = new Map<string, { shown: string[]; number: number }>()
  more = 0

  count(what: ImportCount, number = 1): void {
    if (number > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + number)
  }

  /** @param key an English sentence, which is the key of its translations */
  remark(key: string, values: ErrorValues = {}): void {
    if (this.#remarks.length < MOST_REMARKS) this.#remarks.push({ key, values })
    else this.more++
  }

  /**
   * Adds to a remark that names many contents at once, as many as there is room for.
   * @param key an English sentence with a place for the `list`
   */
  list(key: string, entries: readonly string[]): void {
    const { shown, number } = this.#lists.get(key) ?? { shown: [], number: 0 }
    const room = Math.max(0, MOST_LISTED - shown.length)
    this.#lists.set(key, { shown: [...shown, ...entries.slice(0, room)], number: number + entries.length })
  }

  /** Counts things that are left out for a reason. */
  leaveOut(what: LeftOutKind, number = 1): void {
    if (number > 0) this.#leftOut.set(what, (this.#leftOut.get(what) ?? 0) + number)
  }

  /** Everything that could not be imported as it was. */
  get remarks(): Phrase[] {
    const leftOut = [...this.#leftOut].map(([key, number]) => ({ key, values: { number } }))
    const lists = [...this.#lists].map(([key, { shown, number }]) => {
      const more = number > shown.length ? ` … (${number})` : ''
      return { key, values: { list: shown.join(', ') + more } }
    })
    return [...this.#remarks, ...leftOut, ...lists]
  }

  /** Numbers of imported contents. */
  counts(): ReadonlyMap<ImportCount, number> {
    return this.#counts
  }
}
