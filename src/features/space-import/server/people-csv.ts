import Papa from 'papaparse'
import type { Phrase } from '#platform/error-text.ts'
import type { Context } from '#platform/server/context.ts'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { csvLine, unprotected } from '#platform/server/http/csv.ts'
import { badRequest, HttpError } from '#platform/server/http/errors.ts'
import { PERSON_ACTIONS } from '../shared.ts'
import { applyChoices, type PersonChoice } from './people-choices.ts'
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
  const lines = await readLines(bytes)
  return app.database.transaction(
    async tx => {
      await hold?.(tx)
      let changed = 0
      const problems: Phrase[] = []
      for (const kind of KINDS) {
        const ofKind = lines.filter(line => line.kind === kind)
        for (let from = 0; from < ofKind.length; from += BATCH) {
          const applied = await applyChoices(tx, runId, kind, ofKind.slice(from, from + BATCH))
          changed += applied.changed
          for (const { choice, column, problem } of applied.problems)
            problems.push(inLine(choice.line, problem, column))
          if (problems.length >= MOST_PROBLEMS) throw refused(problems)
        }
      }
      if (problems.length > 0) throw refused(problems)
      return changed
    },
    { invalidates: false },
  )
}

/** @throws HttpError 413 for a file that is too large */
export function checkSize(bytes: number): void {
  if (bytes > MOST_BYTES)
    throw new HttpError(413, 'The file is larger than {{most}} MB', { values: { most: MOST_BYTES / 1024 ** 2 } })
}

/** Reads a file. @throws HttpError 400 */
export async function readLines(bytes: Uint8Array): Promise<Line[]> {
  const lines: Line[] = []
  const problems: Phrase[] = []
  const seen = new Map<string, number>()
  let columns: ReadonlyMap<ReadColumn, number> | undefined
  for await (const { line, values, isDamaged } of recordsOf(textOf(bytes))) {
    if (isDamaged) throw refused([...problems, inLine(line, { key: 'A quotation mark is missing or out of place' })])
    if (values.every(value => value.trim() === '')) continue
    if (!columns) {
      columns = columnsIn(values)
      continue
    }
    const read = choiceIn(columns, values)
    if ('problem' in read) problems.push(inLine(line, read.problem, read.column))
    else {
      const id = `${read.kind} ${read.source}`
      const earlier = seen.get(id)
      if (earlier !== undefined) problems.push(inLine(line, { key: TWICE, values: { earlier } }, 'source'))
      seen.set(id, line)
      lines.push({ ...read, line })
    }
    if (lines.length > MOST_LINES)
      throw badRequest('The file has more than {{most}} lines', { values: { most: MOST_LINES } })
    if (problems.length >= MOST_PROBLEMS) break
  }
  if (!columns) throw badRequest('The file is empty')
  if (problems.length > 0) throw refused(problems)
  return lines
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

/** Records of a text, whichever delimiter the spreadsheet has written. Others get their turn now and then. */
async function* recordsOf(text: string): AsyncGenerator<CsvRecord> {
  const [head = ''] = text.split('\n', 1)
  const { delimiter } = Papa.parse(head, { delimitersToGuess: [',', ';', '\t'] }).meta
  let line = 1
  for (let at = 0; at < text.length;) {
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

function inLine(line: number, problem: Phrase, column?: ReadColumn): Phrase {
  return column === undefined
    ? { key: 'Line {{line}}: {{problem}}', values: { line, problem } }
    : { key: 'Line {{line}}, column "{{column}}": {{problem}}', values: { line, column, problem } }
}

function refused(problems: readonly Phrase[]) {
  const [first = { key: 'The file is empty' }] = problems
  return badRequest(first.key, { values: first.values ?? {}, errors: problems.slice(0, MOST_PROBLEMS) })
}
