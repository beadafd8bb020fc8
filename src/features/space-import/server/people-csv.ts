import Papa from 'papaparse'
import type { Phrase } from '#platform/error-text.ts'
import type { Context } from '#platform/server/context.ts'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { csvLine, unprotected } from '#platform/server/http/csv.ts'
import { badRequest, HttpError } from '#platform/server/http/errors.ts'
import { PERSON_ACTIONS } from '../shared.ts'
import { applyChoices, checkChoices, UNKNOWN, type ChoiceProblem, type PersonChoice } from './people-choices.ts'
import { peopleAfter, type PersonKind, type PersonWithTarget } from './people-store.ts'

/** Columns of the file. Those that are read have no spaces in their names. */
const COLUMNS = ['kind', 'source', 'name', 'full name', 'mail', 'action', 'target', 'matched by'] as const
const READ_COLUMNS = ['kind', 'source', 'action', 'target'] as const
type ReadColumn = (typeof READ_COLUMNS)[number]

const KINDS: readonly PersonKind[] = ['user', 'group']
/** Rows of one query, and records that are parsed before others get their turn. */
const BATCH = 500
/** Largest number of users and groups of a file. */
const MOST_LINES = 200_000
/** Bytes of a file of so many lines. */
const MOST_BYTES = 64 * 1024 * 1024
/** Problems that an error names. */
const MOST_PROBLEMS = 20

/** All users and groups of an import, some at a time. */
export async function* allPeople(db: Queries, runId: number): AsyncGenerator<readonly PersonWithTarget[]> {
  for (const kind of KINDS)
    for (let after: string | undefined = ''; after !== undefined;) {
      const rows: PersonWithTarget[] = await peopleAfter(db, runId, { kind, after, limit: BATCH })
      yield rows
      after = rows.length < BATCH ? undefined : rows.at(-1)?.source
    }
}

/** Users and groups as records of a CSV file, after the names of the columns. */
export async function* linesOf(people: AsyncIterable<readonly PersonWithTarget[]>): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  for await (const rows of people) yield rows.map(lineOf).join('')
}

function lineOf(row: PersonWithTarget): string {
  const target = row.action === 'match' ? (row.target ?? '') : ''
  return csvLine([
    row.kind,
    row.source,
    row.name,
    row.display_name,
    row.email,
    row.action,
    target,
    row.matched_by ?? '',
  ])
}

/** A choice of a file. */
interface Line extends PersonChoice {
  line: number
}

/** Choices of a file, and what is wrong with it. */
export interface ChoicesFile {
  lines: readonly Line[]
  problems: readonly LineProblem[]
}

interface LineProblem {
  line: number
  column?: ReadColumn
  problem: Phrase
}

/**
 * Chooses what users and groups become by a file that {@link linesOf} wrote and an administrator changed. Users and
 * groups that the file does not name stay as they are.
 * @param hold called within the transaction, before anything is changed
 * @returns how many have changed
 * @throws HttpError 400 that names the lines that are wrong; nothing was changed then
 */
export async function applyCsv(
  { app }: Context,
  runId: number,
  bytes: Uint8Array,
  hold?: (tx: WriteTransaction) => Promise<void>,
): Promise<number> {
  const { lines, problems: ofFormat } = await readLines(bytes)
  return app.database.transaction(
    async tx => {
      await hold?.(tx)
      let changed = 0
      const problems = [...ofFormat]
      for (const kind of KINDS) {
        const ofKind = lines.filter(line => line.kind === kind)
        for (let from = 0; from < ofKind.length && problems.length < MOST_PROBLEMS; from += BATCH) {
          const applied = await applyChoices(tx, runId, kind, ofKind.slice(from, from + BATCH))
          changed += applied.changed
          problems.push(...applied.problems.map(inFile))
        }
      }
      if (problems.length > 0) throw refused(problems)
      return changed
    },
    { invalidates: false },
  )
}

/**
 * Users and groups as they become by a file.
 * @param people with what they become without it
 * @throws HttpError 400 that names the lines that are wrong, after the last of them
 */
export async function* chosenByFile(
  db: Queries,
  fingerprint: string,
  people: AsyncIterable<readonly PersonWithTarget[]>,
  { lines, problems: ofFormat }: ChoicesFile,
): AsyncGenerator<PersonWithTarget[]> {
  const problems = [...ofFormat]
  const left = { user: new Map<string, Line>(), group: new Map<string, Line>() }
  for (const line of lines) left[line.kind].set(line.source, line)
  for await (const batch of people) {
    const changed = new Map<string, PersonWithTarget>()
    for (const kind of KINDS) {
      const rows = new Map(batch.filter(row => row.kind === kind).map(row => [row.source, row]))
      const choices = [...rows.keys()].flatMap(source => left[kind].get(source) ?? [])
      for (const { source } of choices) left[kind].delete(source)
      const checked = await checkChoices(db, { fingerprint, kind, rows }, choices)
      problems.push(...checked.problems.map(inFile))
      const targets = new Map(choices.map(({ source, target }) => [source, target || null]))
      for (const row of checked.changed)
        changed.set(`${kind} ${row.source}`, { ...row, target: targets.get(row.source) ?? null })
    }
    yield batch.map(row => changed.get(`${row.kind} ${row.source}`) ?? row)
  }
  for (const kind of KINDS)
    for (const choice of left[kind].values())
      problems.push({ line: choice.line, column: 'source', problem: UNKNOWN[kind](choice.source) })
  if (problems.length > 0) throw refused(problems)
}

const inFile = ({ choice, column, problem }: ChoiceProblem<Line>): LineProblem => ({
  line: choice.line,
  column,
  problem,
})

/** @throws HttpError 413 for a file that is too large */
export function checkSize(bytes: number): void {
  if (bytes > MOST_BYTES)
    throw new HttpError(413, 'The file is larger than {{most}} MB', { values: { most: MOST_BYTES / 1024 ** 2 } })
}

/** Reads a file. Lines that are there twice count once. @throws HttpError 400 for a file without lines or columns */
export async function readLines(bytes: Uint8Array): Promise<ChoicesFile> {
  const lines: Line[] = []
  const problems: LineProblem[] = []
  const seen = new Map<string, Line>()
  let columns: ReadonlyMap<ReadColumn, number> | undefined
  for await (const { line, values, isDamaged } of recordsOf(textOf(bytes))) {
    if (isDamaged) {
      problems.push({ line, problem: { key: 'A quotation mark is missing or out of place' } })
      break
    }
    if (values.every(value => value.trim() === '')) continue
    if (!columns) {
      columns = columnsIn(values)
      continue
    }
    const read = choiceIn(columns, values)
    if ('problem' in read) problems.push({ line, ...read })
    else {
      const earlier = seen.get(`${read.kind} ${read.source}`)
      if (!earlier) {
        lines.push({ ...read, line })
        seen.set(`${read.kind} ${read.source}`, { ...read, line })
      } else if (read.action !== earlier.action || read.target !== earlier.target)
        problems.push({ line, column: 'source', problem: { key: TWICE, values: { earlier: earlier.line } } })
    }
    if (lines.length > MOST_LINES)
      throw badRequest('The file has more than {{most}} lines', { values: { most: MOST_LINES } })
    if (problems.length >= MOST_PROBLEMS) break
  }
  if (!columns && problems.length === 0) throw badRequest('The file is empty')
  return { lines, problems }
}

const TWICE = 'Line {{earlier}} is about the same user or group. Remove one of the two lines'

/** @throws HttpError 400 */
function textOf(bytes: Uint8Array): string {
  try {
    // Leaves out the mark of UTF-8 at the beginning.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll(/\r\n?/g, '\n')
  } catch {
    throw badRequest('The file is not encoded in UTF-8. Save it in the format "CSV UTF-8"')
  }
}

interface CsvRecord {
  /** 1-based; the first of several. */
  line: number
  values: string[]
  /** Whether its quotation marks do not fit: the records after it cannot be told apart. */
  isDamaged: boolean
}

/** Lines before the names of the columns: empty ones, and the one by which some spreadsheets name the delimiter. */
const BEGINNING = /^(?:[ \t]*\n)*(?:"?sep=[,;\t]"?[,;\t]*\n)?(?:[ \t]*\n)*/i

/** Records of a text, whichever delimiter the spreadsheet has written. Others get their turn now and then. */
async function* recordsOf(text: string): AsyncGenerator<CsvRecord> {
  const [beginning = ''] = BEGINNING.exec(text) ?? []
  const [head = ''] = text.slice(beginning.length).split('\n', 1)
  const { delimiter } = Papa.parse(head, { delimitersToGuess: [',', ';', '\t'] }).meta
  let line = beginning.split('\n').length
  for (let at = beginning.length; at < text.length;) {
    const { data, errors, meta } = Papa.parse<string[]>(text.slice(at), {
      delimiter,
      newline: '\n',
      preview: BATCH,
      fastMode: false,
    })
    const damaged = new Set(errors.flatMap(({ type, row }) => (type === 'Quotes' ? (row ?? 0) : [])))
    for (const [index, values] of data.entries()) {
      yield { line, values, isDamaged: damaged.has(index) }
      line += 1 + values.reduce((sum, value) => sum + value.split('\n').length - 1, 0)
    }
    if (!meta.truncated) return
    at += meta.cursor
    await new Promise(resolve => setImmediate(resolve))
  }
}

/** Positions of the columns that are read. @throws HttpError 400 */
function columnsIn(names: readonly string[]): Map<ReadColumn, number> {
  const given = names.map(name => name.trim().toLowerCase())
  return new Map(
    READ_COLUMNS.map(column => {
      const position = given.indexOf(column)
      if (position >= 0) return [column, position]
      throw badRequest('The file has no column "{{column}}". Its first line must name the columns: {{columns}}', {
        values: { column, columns: [...READ_COLUMNS] },
      })
    }),
  )
}

function choiceIn(
  columns: ReadonlyMap<ReadColumn, number>,
  values: readonly string[],
): PersonChoice | { column: ReadColumn; problem: Phrase } {
  const text = (column: ReadColumn) => unprotected(values[columns.get(column) ?? -1] ?? '')
  const word = (column: ReadColumn) => text(column).trim().toLowerCase()
  const kind = KINDS.find(each => each === word('kind'))
  if (!kind)
    return { column: 'kind', problem: { key: '"{{value}}" must be user or group', values: shown(text('kind')) } }
  const action = PERSON_ACTIONS.find(each => each === word('action'))
  if (!action)
    return {
      column: 'action',
      problem: { key: '"{{value}}" must be match, create or skip', values: shown(text('action')) },
    }
  return { kind, source: text('source'), action, target: text('target').trim() }
}

const shown = (value: string) => ({ value: value.slice(0, 100) })

function inLine({ line, column, problem }: LineProblem): Phrase {
  return column === undefined
    ? { key: 'Line {{line}}: {{problem}}', values: { line, problem } }
    : { key: 'Line {{line}}, column "{{column}}": {{problem}}', values: { line, column, problem } }
}

/** An error that names the first of the problems of a file. */
export function refused(problems: readonly LineProblem[]) {
  const errors = problems
    .toSorted((one, other) => one.line - other.line)
    .slice(0, MOST_PROBLEMS)
    .map(inLine)
  const [first = { key: 'The file is empty' }] = errors
  return badRequest(first.key, { values: first.values ?? {}, errors })
}
