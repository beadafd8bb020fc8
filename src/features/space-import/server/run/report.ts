import type { ErrorValues, Phrase } from '#platform/error-text.ts'
import type { ImportEffect, ImportKind, ImportTopic } from '../../contract.ts'
import type { ReadingNotes } from '../package/encoding.ts'
import { LEFT_OUT, REMARKS, type LeftOutReason, type RemarkFacts, type RemarkText } from './phrases.ts'

/** Contents that one remark names; the number of all follows. */
export const MOST_LISTED = 1000
/** Characters of a subject, by which remarks are grouped. */
const MOST_SUBJECT = 200

/** Numbers of a kind: in the export, arrived, arrived otherwise than they were, left out. */
export interface Count {
  source: number
  arrived: number
  changed: number
  skipped: number
}

/** Counts by kinds, and what is left out by reasons, as they are stored. */
export interface ImportCounts {
  kinds: Partial<Record<ImportKind, Count>>
  leftOut: Partial<Record<LeftOutReason, number>>
}

/** A remark before it is stored. */
export interface NewRemark {
  topic: ImportTopic
  effect: ImportEffect
  subject: string | null
  phrase: Phrase
  /** Whether it tells how many things were left out for a reason. */
  isSum?: boolean
}

/** The findings of a part of an import, which are stored with it in one transaction. */
export interface ImportFindings {
  readonly counts: ImportCounts
  readonly remarks: readonly NewRemark[]
  /** Things that were changed, as {@link nameOf} names them. */
  readonly changed: ReadonlySet<string>
}

/** A thing of the export, by its kind and its id there. */
export interface ReportedThing {
  kind: ImportKind
  id: string
}

const nameOf = ({ kind, id }: ReportedThing): string => `${kind} ${id}`

export const noCounts = (): ImportCounts => ({ kinds: {}, leftOut: {} })

/** Adds counts to others. */
export function addCounts(to: ImportCounts, added: ImportCounts): ImportCounts {
  for (const [kind, count] of Object.entries(added.kinds) as [ImportKind, Count][]) {
    const sum = (to.kinds[kind] ??= { source: 0, arrived: 0, changed: 0, skipped: 0 })
    sum.source += count.source
    sum.arrived += count.arrived
    sum.changed += count.changed
    sum.skipped += count.skipped
  }
  for (const [reason, number] of Object.entries(added.leftOut) as [LeftOutReason, number][])
    to.leftOut[reason] = (to.leftOut[reason] ?? 0) + number
  return to
}

/**
 * Collects what became of the things of an export, a part after the other: each part is {@link take taken} and stored
 * together with what was imported, so that the report is right whenever an import ends.
 */
export class ImportReport {
  #counts = noCounts()
  #remarks: NewRemark[] = []
  /** Remarks that name many contents, by their sentences: the first contents, and how many there are. */
  #lists = new Map<RemarkText, { shown: string[]; number: number }>()
  /** Things that were changed, each once. */
  #changed = new Set<string>()
  /** Remarks that are the same for each occurrence on a page. */
  #told = new Set<string>()
  #reading: ReportedThing | undefined

  /** Counts things of the export. */
  source(kind: ImportKind, number = 1): void {
    this.#count(kind).source += number
  }

  /** Counts things that are imported. */
  arrived(kind: ImportKind, number = 1): void {
    this.#count(kind).arrived += number
  }

  /** Counts a thing that arrives otherwise than it was: once, however many reasons there are. */
  changed(thing: ReportedThing): void {
    const name = nameOf(thing)
    if (this.#changed.has(name)) return
    this.#changed.add(name)
    this.#count(thing.kind).changed++
  }

  /** Counts things that are left out; remarks or {@link leaveOut} say why. */
  skipped(kind: ImportKind, number = 1): void {
    this.#count(kind).skipped += number
  }

  /** Counts drafts, of which none is imported. */
  drafts(number: number): void {
    this.source('Drafts', number)
    this.skipped('Drafts', number)
  }

  /** Counts things that are left out for a reason. */
  leaveOut(reason: LeftOutReason, number = 1): void {
    if (number <= 0) return
    const { kind } = LEFT_OUT[reason]
    if (kind !== null) this.skipped(kind, number)
    this.#counts.leftOut[reason] = (this.#counts.leftOut[reason] ?? 0) + number
  }

  /** The thing whose texts are read from now on: remarks on texts change it. */
  reading(thing: ReportedThing | undefined): void {
    this.#reading = thing
  }

  /**
   * @param text an English sentence, which is the key of its translations
   * @param about the thing that is changed by it, where it is not the one whose texts are read
   */
  remark(text: RemarkText, values: ErrorValues = {}, about = this.#reading): void {
    const remark = remarkOf(text, values)
    if (remark.effect === 'changed' && about) this.changed(about)
    this.#remarks.push(remark)
  }

  /** Adds a remark unless this part has it already. */
  remarkOnce(text: RemarkText, values: ErrorValues): void {
    const name = JSON.stringify([text, values])
    if (this.#told.has(name)) return
    this.#told.add(name)
    this.remark(text, values)
  }

  /**
   * Adds to a remark that names many contents at once, as many as there is room for.
   * @param text an English sentence with a place for the `list`
   * @param all how many they are, if those are the first
   */
  list(text: RemarkText, entries: readonly string[], all = entries.length): void {
    const { shown, number } = this.#lists.get(text) ?? { shown: [], number: 0 }
    const room = Math.max(0, MOST_LISTED - shown.length)
    this.#lists.set(text, { shown: [...shown, ...entries.slice(0, room)], number: number + all })
  }

  /** Everything since it was taken last. */
  take(): ImportFindings {
    for (const [text, { shown, number }] of this.#lists) {
      const more = number > shown.length ? ` … (${number})` : ''
      this.remark(text, { list: shown.join(', ') + more }, undefined)
    }
    const taken = { counts: this.#counts, remarks: this.#remarks, changed: this.#changed }
    this.#counts = noCounts()
    this.#remarks = []
    this.#lists = new Map()
    this.#changed = new Set()
    this.#told = new Set()
    this.#reading = undefined
    return taken
  }

  #count(kind: ImportKind): Count {
    return (this.#counts.kinds[kind] ??= { source: 0, arrived: 0, changed: 0, skipped: 0 })
  }
}

/** Findings with one more remark, on a thing that it changes. */
export function withRemark(
  { counts, remarks, changed }: ImportFindings,
  text: RemarkText,
  values: ErrorValues,
  about: ReportedThing,
): ImportFindings {
  const name = nameOf(about)
  const one = { source: 0, arrived: 0, changed: changed.has(name) ? 0 : 1, skipped: 0 }
  const added = addCounts(structuredClone(counts), { kinds: { [about.kind]: one }, leftOut: {} })
  return { counts: added, remarks: [...remarks, remarkOf(text, values)], changed: new Set([...changed, name]) }
}

function remarkOf(text: RemarkText, values: ErrorValues): NewRemark {
  const { topic, effect, subject }: RemarkFacts = REMARKS[text]
  const named = subject === undefined ? undefined : values[subject]
  return {
    topic,
    effect,
    subject: typeof named === 'string' ? named.slice(0, MOST_SUBJECT) : null,
    phrase: { key: text, values },
  }
}

/** Remarks on what was left out, one for each reason. */
export function leftOutRemarks({ leftOut }: ImportCounts): NewRemark[] {
  return (Object.entries(leftOut) as [LeftOutReason, number][]).map(([key, number]) => ({
    topic: LEFT_OUT[key].topic,
    effect: 'skipped',
    subject: null,
    phrase: { key, values: { number } },
    isSum: true,
  }))
}

/** Names in the report how an export had to be read. */
export function reportNotes(report: ImportReport, notes: ReadingNotes): void {
  const { encoding, unknownEncoding, invalidBytes, forbidden } = notes
  if (encoding !== undefined)
    report.remark('entities.xml of the export is encoded in {{encoding}} and was read as such', { encoding })
  if (unknownEncoding !== undefined)
    report.remark(
      'entities.xml of the export declares the encoding {{encoding}}, which is unknown, and was read as UTF-8',
      { encoding: unknownEncoding },
    )
  if (invalidBytes > 0)
    report.remark(
      'entities.xml of the export has bytes that are not UTF-8, and were read as Windows-1252: {{number}}',
      { number: invalidBytes },
    )
  if (forbidden > 0)
    report.remark('entities.xml of the export has characters that XML forbids, which were left out: {{number}}', {
      number: forbidden,
    })
}
