import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainText } from '../../render/text-layout.ts'
import type { ConnectorObject, DiagramDocument, ShapeObject } from '../../model/document.ts'
import { checkDocument } from '../../model/validate.ts'
import { MOST_PEOPLE, orgChart, type CsvProblem } from './org-chart.ts'

/** Each person with the one above, by the first lines of their cards. */
function reports(document: DiagramDocument | null): Record<string, string | null> {
  const objects = Object.values(checkDocument(document).pages[0]?.objects ?? {})
  const shapes = objects.filter((object): object is ShapeObject => object.kind === 'shape')
  const names = new Map(shapes.map(({ id, text }) => [id, text ? (plainText(text).split('\n')[0] ?? '') : '']))
  const above = new Map<string, string>()
  for (const line of objects.filter((object): object is ConnectorObject => object.kind === 'connector')) {
    above.set(line.to.attached?.objectId ?? '', names.get(line.from.attached?.objectId ?? '') ?? '')
  }
  return Object.fromEntries(shapes.map(({ id }) => [names.get(id) ?? '', above.get(id) ?? null]))
}

const card = (document: DiagramDocument | null, name: string) =>
  Object.values(document?.pages[0]?.objects ?? {}).find(
    (object): object is ShapeObject =>
      object.kind === 'shape' && object.text !== undefined && plainText(object.text).startsWith(name),
  )
const told = ({ line, text, values }: CsvProblem) =>
  `${line}: ${text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))}`

it('draws who reports to whom, managers above', async () => {
  const { document, people, problems } = await orgChart(
    'Name,Title,Manager\nAda,Chief executive,\nBo,Engineer,Ada\nCy,Designer,ada\n',
  )
  expect(problems).toEqual([])
  expect(people).toBe(3)
  expect(reports(document)).toEqual({ Ada: null, Bo: 'Ada', Cy: 'Ada' })
  const [ada, bo, cy] = ['Ada', 'Bo', 'Cy'].map(name => card(document, name))
  expect(ada && bo && ada.y + ada.height < bo.y && bo.y === cy?.y).toBe(true)
  expect(ada?.text && plainText(ada.text)).toBe('Ada\nChief executive')
})

it.each([
  [
    'semicolons, quotes and a mark',
    '\uFEFF"Name";"Reports to"\r\n"Kim; ""Al"" \nJr";\r\nBo;"Kim; ""Al"" Jr"\r\n',
    { 'Kim; "Al" Jr': null, Bo: 'Kim; "Al" Jr' },
  ],
  [
    'tabs, other headings',
    'Vorname\tNachname\tFunktion\tVorgesetzte\nAda\tAu\tChefin\t\nBo\tBe\tDev\tAda Au\n',
    { 'Ada Au': null, 'Bo Be': 'Ada Au' },
  ],
  [
    'ids, the columns in another order',
    'Manager ID,E-mail,ID,Full Name\n,a@x.org,7,Ada\n7,,9,Ada\n9,,11,Cy\n',
    { Ada: 'Ada', Cy: 'Ada' },
  ],
  ['a line that names the delimiter', 'sep=|\nName|Manager\nAda|\nBo, Jr|Ada\n', { Ada: null, 'Bo, Jr': 'Ada' }],
  ['old line ends, empty lines', 'Name,Manager\rAda,\r\r,,\rBo,Ada\r', { Ada: null, Bo: 'Ada' }],
])('reads %s', async (_name, csv, expected) => {
  const { document, problems } = await orgChart(csv)
  expect(problems.map(told)).toEqual([])
  expect(reports(document)).toEqual(expected)
})

it('says in which line what is wrong, and draws the rest', async () => {
  const { document, people, problems } = await orgChart(
    [
      'Name,Title,Manager,ID',
      'Ada,"Chief',
      'executive",,1',
      'Bo,,Nobody,2',
      ',,Ada,3',
      'Cy,,Di,4',
      'Di,,Ed,5',
      'Ed,,Cy,6',
      'Flo,,Flo,7',
      'Ada,,,8',
      'Guy,,Ada,1',
      'Hal,,8,9',
    ].join('\n'),
  )
  expect(problems.map(told)).toEqual([
    '4: The manager “Nobody” is not in the file.',
    '5: This line has no name and was left out.',
    '6: The reports go in a circle: Cy → Di → Ed → Cy.',
    '9: The reports go in a circle: Flo → Flo.',
    '11: The id “1” is that of line 2 too; reports go to that one.',
    '11: 2 people are called “Ada”; the first is taken. A column “ID” tells them apart.',
  ])
  expect(people).toBe(9)
  expect(reports(document)).toMatchObject({ Bo: null, Cy: null, Di: 'Ed', Ed: 'Cy', Flo: null, Guy: 'Ada', Hal: 'Ada' })
})

it('shows vacancies, departments in their colours and addresses of mail', async () => {
  const { document } = await orgChart(
    'Name,Title,Manager,Team,Email\nAda,Lead,,Web,ada@example.org\nvacant,Engineer,Ada,Web,\nBo,Tester,Ada,Data,javascript:x\n',
    { translate: text => (text === 'Vacant' ? 'Offen' : text) },
  )
  expect(card(document, 'Offen')).toMatchObject({ shape: 'org.vacancy', style: { stroke: { dash: [4, 3] } } })
  expect(card(document, 'Ada')?.link).toEqual({ kind: 'url', href: 'mailto:ada@example.org' })
  expect(card(document, 'Bo')?.link).toBeUndefined()
  expect(card(document, 'Bo')?.style.fill).not.toEqual(card(document, 'Offen')?.style.fill)
})

it.each([
  ['nothing', '', '1: The file is empty.'],
  ['no header', 'Ada,Chief\nBo,Dev\n', '1: There is no column “Name”. The first line must name the columns.'],
])('refuses %s', async (_name, csv, expected) => {
  const { document, problems } = await orgChart(csv)
  expect(document).toBeNull()
  expect(problems.map(told)).toEqual([expected])
})

it('warns where nobody reports to anybody, and of quotes that do not end', async () => {
  const flat = await orgChart('Name\nAda\nBo\n')
  expect(flat.problems.map(told)).toEqual([
    '1: There is no column “Manager” or “Reports to”: everyone stands at the top.',
  ])
  expect(flat.people).toBe(2)
  const open = await orgChart('Name,Manager\nAda,\n"Bo,Ada\nCy,Ada\n')
  expect(open.problems.map(told)[0]).toBe(
    '3: A quoted field does not end where a field ends. Check the quotation marks.',
  )
})

it('has a limit, and says where it ended', async () => {
  const { people, problems } = await orgChart(`Name\n${'Ada\n'.repeat(MOST_PEOPLE + 5)}`)
  expect(people).toBe(MOST_PEOPLE)
  expect(problems.map(({ line }) => line)).toEqual([MOST_PEOPLE + 2, 1])
})

it('makes a valid chart of any table', async () => {
  const field = fc.oneof(fc.constantFrom('a', 'b', 'c', 'constructor', '__proto__', ''), fc.string({ maxLength: 12 }))
  const table = fc.record({
    rows: fc.array(fc.array(field, { maxLength: 4 }), { maxLength: 12 }),
    delimiter: fc.constantFrom(',', ';', '\t'),
  })
  await fc.assert(
    fc.asyncProperty(table, async ({ rows, delimiter }) => {
      const csv = [['Name', 'Title', 'Manager', 'ID'], ...rows].map(row => row.join(delimiter)).join('\n')
      const { document, people } = await orgChart(csv)
      const shapes = Object.values(document ? (checkDocument(document).pages[0]?.objects ?? {}) : {}).filter(
        ({ kind }) => kind === 'shape',
      )
      expect(shapes).toHaveLength(people)
    }),
    { numRuns: 40 },
  )
})
