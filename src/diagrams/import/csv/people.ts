/** The hierarchy of people, from the rows of a table. */
import type { CsvProblem, CsvRow } from './table.ts'

export interface Person {
  /** Line of the row. */
  line: number
  /** Empty for a vacant position. */
  name: string
  title: string
  department: string
  email: string
  /** Null at the top. */
  manager: Person | null
}

type Column = 'id' | 'name' | 'first' | 'last' | 'title' | 'manager' | 'department' | 'email'

/** Recognised headings, letters only; English and German. */
const HEADINGS: Readonly<Record<Column, readonly string[]>> = {
  id: [
    'id',
    'employeeid',
    'personid',
    'userid',
    'number',
    'employeenumber',
    'key',
    'uniqueidentifier',
    'personalnummer',
    'nummer',
    'kennung',
  ],
  name: [
    'name',
    'fullname',
    'displayname',
    'employee',
    'employeename',
    'person',
    'mitarbeiter',
    'mitarbeiterin',
    'mitarbeitende',
    'vollername',
  ],
  first: ['firstname', 'givenname', 'forename', 'vorname'],
  last: ['lastname', 'surname', 'familyname', 'nachname', 'familienname'],
  title: ['title', 'jobtitle', 'role', 'position', 'job', 'function', 'titel', 'stelle', 'funktion', 'rolle'],
  manager: [
    'manager',
    'managername',
    'managerid',
    'reportsto',
    'reportingto',
    'reportstoid',
    'supervisor',
    'supervisorid',
    'supervisorname',
    'boss',
    'linemanager',
    'parent',
    'parentid',
    'lead',
    'vorgesetzter',
    'vorgesetzte',
    'vorgesetztenid',
    'berichtetan',
    'leitung',
    'führungskraft',
  ],
  department: [
    'department',
    'team',
    'unit',
    'orgunit',
    'group',
    'division',
    'abteilung',
    'bereich',
    'gruppe',
    'organisationseinheit',
  ],
  email: ['email', 'mail', 'emailaddress', 'workemail', 'mailadresse', 'emailadresse'],
}
const VACANT = new Set(['vacant', 'vacancy', 'open', 'tbd', 'tbh', 'n/a', 'offen', 'vakant', 'unbesetzt'])
/** Longer texts are truncated to fit a card. */
const LONGEST = 120

/** Reads people from rows after a header. Unplaced people are at the top. */
export function readPeople([header, ...rows]: readonly CsvRow[]): { people: Person[]; problems: CsvProblem[] } {
  if (!header) return { people: [], problems: [{ line: 1, text: 'The file is empty.', values: {} }] }
  const columns = columnsOf(header)
  const problems: CsvProblem[] = []
  if (columns.name === undefined && columns.first === undefined && columns.last === undefined) {
    return {
      people: [],
      problems: [
        { line: header.line, text: 'There is no column “Name”. The first line must name the columns.', values: {} },
      ],
    }
  }
  if (columns.manager === undefined) {
    problems.push({
      line: header.line,
      text: 'There is no column “Manager” or “Reports to”: everyone stands at the top.',
      values: {},
    })
  }
  const entries = rows.flatMap(row => {
    const entry = entryOf(row, columns)
    if (entry) return [entry]
    problems.push({ line: row.line, text: 'This line has no name and was left out.', values: {} })
    return []
  })
  findManagers(entries, problems)
  breakCircles(
    entries.map(({ person }) => person),
    problems,
  )
  return { people: entries.map(({ person }) => person), problems: problems.toSorted((a, b) => a.line - b.line) }
}

function columnsOf({ fields }: CsvRow): Partial<Record<Column, number>> {
  const columns: Partial<Record<Column, number>> = {}
  const plain = fields.map(field => field.toLowerCase().replaceAll(/[^\p{L}]/gu, ''))
  for (const [column, headings] of Object.entries(HEADINGS) as [Column, readonly string[]][]) {
    // By the order of the list, not the file: “Manager ID” before “Lead”.
    const heading = headings.find(one => plain.includes(one))
    if (heading !== undefined) columns[column] = plain.indexOf(heading)
  }
  return columns
}

interface Entry {
  person: Person
  id: string
  /** As written. */
  manager: string
}

function entryOf({ line, fields }: CsvRow, columns: Partial<Record<Column, number>>): Entry | null {
  const field = (column: Column) => {
    const at = columns[column]
    const text = at === undefined ? '' : (fields[at] ?? '').replaceAll(/\s+/g, ' ')
    return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text
  }
  const written = field('name') || `${field('first')} ${field('last')}`.trim()
  const name = VACANT.has(written.toLowerCase()) ? '' : written
  const title = field('title')
  if (name === '' && title === '') return null
  return {
    person: { line, name, title, department: field('department'), email: field('email'), manager: null },
    id: field('id'),
    manager: field('manager'),
  }
}

function findManagers(entries: readonly Entry[], problems: CsvProblem[]): void {
  const byId = new Map<string, Person>()
  const byName = new Map<string, Person[]>()
  for (const { person, id } of entries) {
    if (id !== '' && byId.has(id)) {
      problems.push({
        line: person.line,
        text: 'The id “{{id}}” is that of line {{other}} too; reports go to that one.',
        values: { id, other: byId.get(id)?.line ?? 0 },
      })
    } else if (id !== '') byId.set(id, person)
    if (person.name === '') continue
    const key = person.name.toLowerCase()
    byName.set(key, [...(byName.get(key) ?? []), person])
  }
  for (const { person, manager } of entries) {
    if (manager === '') continue
    const named = byName.get(manager.toLowerCase()) ?? []
    const found = byId.get(manager) ?? named[0]
    if (!found)
      problems.push({ line: person.line, text: 'The manager “{{manager}}” is not in the file.', values: { manager } })
    else if (!byId.has(manager) && named.length > 1) {
      problems.push({
        line: person.line,
        text: '{{count}} people are called “{{manager}}”; the first is taken. A column “ID” tells them apart.',
        values: { count: named.length, manager },
      })
    }
    person.manager = found ?? null
  }
}

/** Breaks cycles by putting the first person of each at the top. */
function breakCircles(people: readonly Person[], problems: CsvProblem[]): void {
  const settled = new Set<Person>()
  for (const person of people) {
    const way: Person[] = []
    const seen = new Set<Person>()
    let at: Person | null = person
    while (at && !settled.has(at) && !seen.has(at)) {
      way.push(at)
      seen.add(at)
      at = at.manager
    }
    if (at && seen.has(at)) {
      const circle = way.slice(way.indexOf(at))
      const first = circle.reduce((a, b) => (a.line <= b.line ? a : b))
      const start = circle.indexOf(first)
      const names = [...circle.slice(start), ...circle.slice(0, start), first].map(({ name, title }) => name || title)
      const shown = names.length > 6 ? [...names.slice(0, 5), '…', first.name || first.title] : names
      problems.push({
        line: first.line,
        text: 'The reports go in a circle: {{people}}.',
        values: { people: shown.join(' → ') },
      })
      first.manager = null
    }
    for (const one of way) settled.add(one)
  }
}
