import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { startI18n } from '#platform/web/i18n.ts'
import { FakeServer, refusal } from '#platform/web/testing/fake-server.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { searchUsers } from '#features/accounts/contract.ts'
import {
  cancelSpaceImport,
  changeImportPerson,
  checkImportKey,
  getSpaceImport,
  importReport,
  listImportPeople,
  listImportRemarks,
  listSpaceImports,
  startSpaceImport,
  uploadImportPeople,
  type ImportCount,
  type ImportPerson,
  type ImportReportView,
  type SpaceImportDetails,
  type SpaceImportView,
} from '#features/space-import/contract.ts'
import ImportDetail from './ImportDetail.tsx'
import { ImportList } from './ImportList.tsx'

beforeAll(() => startI18n('en'))

const count = (what: ImportCount['what'], source: number, arrived = source, changed = 0): ImportCount => ({
  what,
  source,
  arrived,
  changed,
  skipped: 0,
})

const IMPORT: SpaceImportView = {
  id: '7',
  origin: 'upload',
  state: 'READY',
  isAlive: true,
  canGoOn: true,
  owner: 'admin',
  fileName: 'old.zip',
  fileSize: 1000,
  createTime: 0,
  finishTime: null,
  percentageComplete: 0,
  spaces: [],
  counts: [],
  remarks: 0,
  errorMessage: null,
}

const DETAILS: SpaceImportDetails = {
  ...IMPORT,
  analysis: {
    spaces: ['ONE', 'TWO'].map(key => ({
      key,
      target: key,
      name: `Space ${key}`,
      isChosen: true,
      problem: null,
      canUpdate: false,
      counts: [count('Pages', 3)],
    })),
  },
  options: { enableUsers: false, update: false, timeZone: 'Europe/Berlin', baseUrl: '' },
}

const ANNA: ImportPerson = {
  kind: 'user',
  source: 'key-of-anna',
  name: 'anna',
  displayName: 'Anna Old',
  email: 'anna@example.org',
  action: 'create',
  matchedBy: null,
  target: null,
  outcome: null,
}

const pageOf = <T,>(results: T[], limit = 50) => ({ results, start: 0, limit, size: results.length, _links: {} })

/** A server that has one import. */
function serverWith(details: SpaceImportDetails): FakeServer {
  return new FakeServer()
    .answer(getSpaceImport, details)
    .answer(listImportPeople, pageOf([ANNA]))
    .answer(listImportRemarks, pageOf([]))
}

/** The server of a review, where some keys are taken. */
function reviewServer() {
  return serverWith(DETAILS).answer(checkImportKey, ({ query }) => ({
    problem: ['TAKEN', 'OLDER'].includes(query['target'] ?? '') ? 'That key is taken' : null,
    canUpdate: query['target'] === 'OLDER',
  }))
}
const enterKey = (value: string) =>
  fireEvent.change(screen.getByLabelText('Key here of Space ONE'), { target: { value } })

test('the review tells of keys that are taken, and of spaces that can be brought up to date', async () => {
  reviewServer()
  const { user } = await renderInApp(<ImportDetail id="7" view={undefined} />)
  const start = await screen.findByText('Start the import')
  const isBlocked = () => start.closest('button')?.disabled
  enterKey('two')
  expect(screen.getAllByText('Another space has this key, too')).toHaveLength(2)
  enterKey('TAKEN')
  await screen.findByText('That key is taken')
  expect(isBlocked()).toBe(true)
  enterKey('OLDER')
  await user.click(await screen.findByLabelText(/Bring spaces up to date/))
  await screen.findByText('The space is brought up to date')
  expect(screen.queryByText('That key is taken')).toBeNull()
  await waitFor(() => expect(isBlocked()).toBe(false))
})

test('the review sends the chosen spaces with their keys, and the options', async () => {
  const server = reviewServer().answer(startSpaceImport, { ...IMPORT, state: 'QUEUED' })
  const { user } = await renderInApp(<ImportDetail id="9" view={undefined} />)
  const pages = async () => {
    const preview = await screen.findByLabelText('What would be imported', { selector: 'table' })
    return within(preview).getByText('Pages').closest('tr')?.textContent
  }
  expect(await pages()).toBe('Pages660')
  enterKey('NEW')
  await user.click(screen.getByText('None'))
  await screen.findByText('Choose at least one space')
  await user.click(screen.getByText('Space ONE'))
  expect(await pages()).toBe('Pages330')
  await user.clear(screen.getByLabelText(/Time zone/))
  const start = screen.getByText('Start the import')
  await waitFor(() => expect(start.closest('button')?.disabled).toBe(false))
  await user.click(start)
  await waitFor(() =>
    expect(server.calls(startSpaceImport).map(({ body }) => body)).toEqual([
      { spaces: [{ key: 'ONE', target: 'NEW' }], enableUsers: false, update: false, timeZone: '', baseUrl: '' },
    ]),
  )
})

test('a start without changes imports the whole export', async () => {
  const server = serverWith({ ...DETAILS, id: '8' }).answer(startSpaceImport, () => refusal(409, 'It runs'))
  const { user } = await renderInApp(<ImportDetail id="8" view={undefined} />)
  await user.click(await screen.findByRole('button', { name: 'Start the import' }))
  await screen.findByText('It runs')
  expect(server.calls(startSpaceImport).map(({ body }) => body)).toEqual([
    { enableUsers: false, update: false, timeZone: 'Europe/Berlin', baseUrl: '' },
  ])
})

test('a user of the export becomes nobody, or a user that is picked', async () => {
  const server = serverWith({ ...DETAILS, id: '9' })
    .answer(
      searchUsers,
      pageOf([{ userKey: 'k', username: 'ann', displayName: 'Ann', email: '', avatarUrl: '/a.svg' }]),
    )
    .answer(changeImportPerson, ({ body }) =>
      body.action === 'skip' ? refusal(409, 'It has begun') : { ...ANNA, action: 'match' as const, target: 'ann' },
    )
  const { user } = await renderInApp(<ImportDetail id="9" view={undefined} />)
  const choose = async (option: string) => {
    await user.click(await screen.findByRole('button', { name: /What Anna Old becomes/ }))
    await user.click(screen.getByRole('option', { name: option }))
  }
  await choose('Nobody')
  await screen.findByText('It has begun')
  await choose('An existing user')
  // The target is still to be picked.
  expect(server.calls(changeImportPerson)).toHaveLength(1)
  await user.click(await screen.findByRole('combobox', { name: 'User of this wiki' }))
  server.answer(listImportPeople, pageOf([{ ...ANNA, action: 'match', target: 'ann', matchedBy: 'choice' }]))
  await user.click(await screen.findByRole('option', { name: /Ann/ }))
  await screen.findByText('@ann')
  expect(server.calls(changeImportPerson).map(({ body }) => body)).toEqual([
    { kind: 'user', source: 'key-of-anna', action: 'skip' },
    { kind: 'user', source: 'key-of-anna', action: 'match', target: 'ann' },
  ])
})

test('a file that is refused is explained line by line', async () => {
  const problems = ['Line 2: No such user', 'Line 7: No such group']
  serverWith({ ...DETAILS, id: '10' }).answer(uploadImportPeople, () =>
    Response.json(
      {
        statusCode: 400,
        message: problems[0],
        data: { errors: problems.map(key => ({ message: { key, args: [], translation: key } })) },
      },
      { status: 400 },
    ),
  )
  const { container, user } = await renderInApp(<ImportDetail id="10" view={undefined} />)
  await screen.findByRole('button', { name: 'Upload changed CSV' })
  await user.upload(container.querySelector('input[type=file]') as HTMLInputElement, new File(['kind'], 'people.csv'))
  await screen.findByText('The file was not accepted. Nothing was changed.')
  expect(screen.getAllByText(/^Line \d: /).map(({ textContent }) => textContent)).toEqual(problems)
})

const REPORT: ImportReportView = {
  spaces: [
    {
      key: 'ONE',
      sourceKey: 'ONE',
      name: 'Space ONE',
      isDone: true,
      counts: [{ what: 'Pages', source: 3, arrived: 2, changed: 1, skipped: 1 }],
      remarks: 3,
    },
    { key: 'NEW', sourceKey: 'TWO', name: 'Space TWO', isDone: false, counts: [count('Pages', 1)], remarks: 0 },
  ],
  site: { counts: [count('Templates', 2)], remarks: 0 },
  people: [],
  topics: [
    { topic: 'Macros', effect: 'changed', number: 3 },
    { topic: 'Links', effect: 'noted', number: 2 },
  ],
  subjects: [{ topic: 'Macros', subject: 'chart', number: 3 }],
}

test('the report of an import that runs tells what is still to come, of all spaces and of one', async () => {
  serverWith({ ...DETAILS, state: 'PROCESSING', canGoOn: false }).answer(importReport, REPORT)
  const { user } = await renderInApp(<ImportDetail id="7" view={undefined} />)
  const all = await screen.findByRole('table', { name: 'Counts of all spaces' })
  const row = (table: HTMLElement, name: RegExp) => within(table).getByRole('row', { name }).textContent
  // Of the second space, the analysis knows three pages.
  expect(row(all, /Pages/)).toBe('PagesTo come: 26311')
  expect(row(all, /Templates/)).toBe('Templates2200')
  await user.click(screen.getAllByRole('button', { name: /Space/ })[0] as HTMLElement)
  await user.click(screen.getByRole('option', { name: /Space TWO/ }))
  expect(row(screen.getByRole('table', { name: 'Counts of Space TWO' }), /Pages/)).toBe('PagesTo come: 23100')
})

test('remarks are filtered by topic, effect and subject', async () => {
  const server = serverWith({ ...DETAILS, state: 'FINISHED', canGoOn: false }).answer(importReport, REPORT)
  const { user } = await renderInApp(<ImportDetail id="7" view={undefined} />)
  const last = () => server.calls(listImportRemarks).at(-1)?.query
  await user.click(await screen.findByRole('button', { name: /^chart/ }))
  await waitFor(() => expect(last()).toEqual({ subject: 'chart', start: '0', limit: '50' }))
  await user.click(screen.getByRole('button', { name: /Topic/ }))
  await user.click(screen.getByRole('option', { name: 'Links (2)' }))
  await waitFor(() => expect(last()).toEqual({ topic: 'Links', start: '0', limit: '50' }))
  await user.click(screen.getByRole('button', { name: /What happened/ }))
  await user.click(screen.getByRole('option', { name: 'Changed (3)' }))
  await waitFor(() => expect(last()).toEqual({ topic: 'Links', effect: 'changed', start: '0', limit: '50' }))
  expect(screen.queryByRole('button', { name: /^chart/ })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Show all' }))
  await waitFor(() => expect(last()).toEqual({ start: '0', limit: '50' }))
})

test('the list offers what the state of an import allows', async () => {
  const rows: SpaceImportView[] = [
    { ...IMPORT, id: '1', fileName: 'ready' },
    { ...IMPORT, id: '2', fileName: 'running', state: 'PROCESSING', canGoOn: false },
    { ...IMPORT, id: '3', fileName: 'failed', state: 'FAILED', errorMessage: 'No zip' },
    { ...IMPORT, id: '4', fileName: 'done', state: 'FINISHED', canGoOn: false, origin: 'command', remarks: 4 },
    { ...IMPORT, id: '5', fileName: 'dead', state: 'PROCESSING', canGoOn: false, isAlive: false, origin: 'command' },
  ]
  const server = new FakeServer().answer(listSpaceImports, pageOf(rows, 25)).answer(cancelSpaceImport, IMPORT)
  const { user } = await renderInApp(<ImportList />)
  const offered: Record<string, string[]> = {}
  for (const { fileName } of rows) {
    await user.click(await screen.findByRole('button', { name: `Actions for ${fileName}` }))
    offered[fileName] = screen.getAllByRole('menuitem').map(({ textContent }) => textContent ?? '')
    if (fileName === 'running') await user.click(screen.getByRole('menuitem', { name: 'Cancel' }))
    else await user.keyboard('{Escape}')
  }
  expect(offered).toEqual({
    ready: ['Review', 'Remove…'],
    running: ['Report', 'Cancel'],
    failed: ['Go on', 'Report', 'Remove…'],
    done: ['Report', 'Remove…'],
    dead: ['Report', 'Cancel'],
  })
  await waitFor(() => expect(server.calls(cancelSpaceImport).map(({ params }) => params)).toEqual([{ id: '2' }]))
  screen.getByText('Run oxbow import with the same file again to go on.')
})
