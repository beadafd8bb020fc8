import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { App } from '#platform/server/app.ts'
import { Queue } from '#platform/server/jobs/queue.ts'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { GLOBAL_USE, revoke } from '#features/accounts/server/index.ts'
import { openToAnonymous } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { recorderOf } from './server/recorder.ts'
import { EVENTS, PAGE_VIEW, SEARCH_PERFORMED } from './shared.ts'

const PASSWORD = 'long enough pass 1'
const BULK = '/rest/analytics/1.0/publish/bulk'
const DAY = 86_400_000
/** Schedules of the wiki that was started last. */
const scheduled = new Map<string, { pattern: string; work: (app: App) => Promise<void> }>()

/** The features, whose schedules are noted as they register. */
function watched() {
  const { schedule } = Queue.prototype
  vi.spyOn(Queue.prototype, 'schedule').mockImplementation(function (this: Queue, name, pattern, work) {
    scheduled.set(name, { pattern, work })
    schedule.call(this, name, pattern, work)
  })
  return features
}

afterEach(() => void vi.useRealTimers())

onEachEngine('analytics', watched, wiki => {
  let reader: HttpClient
  let pageId = ''
  let unreadId = ''
  const rows = async (name?: string) => {
    await recorderOf(wiki().app).flush()
    const all = await wiki().app.database.read.selectFrom('analytics_event').selectAll().orderBy('id').execute()
    return all.filter(row => name === undefined || row.name === name)
  }
  const open = (client: HttpClient, headers: Record<string, string> = {}) =>
    client.with(headers).get(`/pages/viewpage.action?pageId=${pageId}`)
  const settings = (body: object) => wiki().admin.put('/rest/oxbow/1.0/analytics/settings', body)
  const report = async () => (await wiki().admin.get('/rest/oxbow/1.0/analytics/report?days=7')).json

  beforeAll(async () => {
    const { admin } = wiki()
    reader = await wiki().addUser('reader', { fullName: 'The Reader', password: PASSWORD })
    await admin.post('/rest/api/space', { key: 'ANA', name: 'Analysed' })
    const page = (title: string) => admin.post('/rest/api/content', { type: 'page', title, space: { key: 'ANA' } })
    pageId = (await page('Read')).json.id
    unreadId = (await page('Unread')).json.id
    // The edits are recorded when the event log is read.
    await wiki().app.events.settled()
  })

  it('takes the events of a browser, signed in or not [P7.1-01]', async () => {
    const properties = { contentId: pageId, isSaved: true }
    const events = [{ name: 'confluence.favourite.click', properties, timeDelta: -4000 }, { name: 'page.reading' }]
    const before = Date.now()
    await openToAnonymous(wiki())
    for (const one of [reader, wiki().anonymous]) {
      const reply = await one.post(BULK, events)
      expect([reply.status, reply.json]).toEqual([200, {}])
    }
    const [first, bare, anonymous] = (await rows()).filter(row => row.name !== 'page.edit')
    expect(JSON.parse(first?.data ?? '')).toEqual(properties)
    expect(first).toMatchObject({ name: 'confluence.favourite.click', content_id: Number(pageId) })
    expect(Number(first?.at)).toBeLessThanOrEqual(Date.now() - 4000)
    expect(Number(first?.at)).toBeGreaterThanOrEqual(before - 4000)
    expect(bare).toMatchObject({ name: 'page.reading', data: null, content_id: null })
    expect(anonymous).toMatchObject({ account_id: null, content_id: null })
    for (const wrong of [
      { name: 'no list' },
      [{ properties: {} }],
      [{ name: 'page.reading', properties: { a: { b: 1 } } }],
      Array.from({ length: 501 }, () => ({ name: 'page.reading' })),
    ])
      expect((await reader.post(BULK, wrong)).status).toBe(400)
  })

  it('stores events that browsers record, with their own properties, and nothing else', async () => {
    const before = (await rows()).length
    const query = 'word '.repeat(300)
    const reply = await reader.post(BULK, [
      // The server itself records edits.
      ...['invented', 'page.edit', 'constructor', '__proto__'].map(name => ({
        name,
        properties: { contentId: pageId },
      })),
      { name: 'search.performed', properties: { query, results: 3, more: 'x'.repeat(2000) } },
    ])
    expect([reply.status, reply.json]).toEqual([200, {}])
    const added = (await rows()).slice(before)
    expect(added.map(row => [row.name, JSON.parse(row.data ?? '')])).toEqual([
      ['search.performed', { query: query.slice(0, 300), results: 3 }],
    ])
  })

  it('stores each event of the list, with all of its properties', async () => {
    const before = (await rows()).length
    const events = Object.entries(EVENTS).map(([name, names]) => ({
      name,
      properties: Object.fromEntries(names.map(property => [property, property === 'contentId' ? pageId : property])),
    }))
    expect((await reader.post(BULK, events)).status).toBe(200)
    const added = (await rows()).slice(before)
    expect(added.map(row => ({ name: row.name, properties: JSON.parse(row.data ?? '{}') }))).toEqual(events)
    const ofPage = events.filter(({ properties }) => 'contentId' in properties).length
    expect(added.filter(row => row.content_id === Number(pageId))).toHaveLength(ofPage)
    const views = added.filter(row => row.name === PAGE_VIEW || row.name === SEARCH_PERFORMED).map(row => row.id)
    await wiki().app.database.transaction(({ db }) =>
      db.deleteFrom('analytics_event').where('id', 'in', views).execute(),
    )
  })

  it('records nothing of who asked not to be tracked, or where it is switched off', async () => {
    const before = (await rows()).length
    const refusals: Record<string, string>[] = [{ dnt: '1' }, { 'sec-gpc': '1' }]
    for (const header of refusals) {
      expect((await reader.with(header).post(BULK, [{ name: 'confluence.like.create' }])).status).toBe(200)
      expect((await open(reader, header)).status).toBe(200)
    }
    expect(await rows()).toHaveLength(before)
    await settings({ enabled: false })
    await reader.post(BULK, [{ name: 'confluence.like.create' }])
    expect((await open(reader)).text).not.toContain('name="oxbow-analytics"')
    expect(await rows()).toHaveLength(before)
    await settings({ enabled: true })
    expect((await open(reader)).text).toContain('name="oxbow-analytics"')
    expect((await rows()).length).toBe(before + 1)
    // Of who says so in their profile nothing stays.
    const preference = '/rest/oxbow/1.0/analytics/preference'
    expect((await reader.put(preference, { isRecorded: false })).status).toBe(200)
    const mine = (await rows()).filter(row => row.account_id !== null)
    expect(mine.map(row => row.name).filter(name => name !== 'page.edit')).toEqual([])
    await open(reader)
    await reader.post(BULK, [{ name: 'confluence.like.create' }])
    expect((await rows()).filter(row => row.name === 'confluence.like.create')).toEqual([])
    expect((await reader.get(preference)).json).toEqual({ isRecorded: false })
    await reader.put(preference, { isRecorded: true })
  })

  it('reports views, readers, edits and editors by day, popular and unread pages and failed searches', async () => {
    const { admin, app } = wiki()
    await open(reader)
    await open(reader)
    await open(admin)
    const search = (query: string, results: number) => ({ name: 'search.performed', properties: { query, results } })
    await reader.post(BULK, [search('Nothing here', 0), search('nothing HERE ', 0), search('found', 3)])
    // Both pages were made long ago.
    await app.database.transaction(tx =>
      tx.db
        .updateTable('content')
        .set({ created_at: Date.now() - 30 * DAY })
        .where('id', 'in', [Number(pageId), Number(unreadId)])
        .execute(),
    )
    await expect.poll(async () => (await rows('page.edit')).length).toBeGreaterThan(0)
    const found = await report()
    expect(found.days).toHaveLength(7)
    const today = found.days.at(-1)
    expect(today).toMatchObject({ day: new Date().toISOString().slice(0, 10), editors: 1 })
    expect(today.views).toBeGreaterThanOrEqual(3)
    expect(today.readers).toBe(2)
    expect(found.popular[0]).toMatchObject({ id: pageId, title: 'Read', space: 'Analysed' })
    expect(found.unread.map((row: { id: string }) => row.id)).toContain(unreadId)
    expect(found.unread.map((row: { id: string }) => row.id)).not.toContain(pageId)
    expect(found.searches).toEqual([{ query: 'nothing here', times: 2 }])
    // Summed up again, nothing is counted twice.
    expect((await report()).days.at(-1)).toEqual(today)
    expect((await reader.get('/rest/oxbow/1.0/analytics/report')).status).toBe(403)
  })

  it('shows who viewed a page to who may edit it, where that is switched on', async () => {
    const path = `/rest/oxbow/1.0/content/${pageId}/viewers`
    expect((await wiki().admin.get(path)).status).toBe(404)
    await settings({ viewers: true })
    const { results } = (await wiki().admin.get(path)).json as { results: { person: { username: string } }[] }
    expect(results.map(row => row.person.username).toSorted((a, b) => a.localeCompare(b))).toEqual(['admin', 'reader'])
    expect((await wiki().anonymous.get(path)).status).not.toBe(200)
    await settings({ viewers: false })
  })

  it('removes each event after 90 days, every night, and its day stays in the sums', async () => {
    const { app } = wiki()
    const nightly = scheduled.get('analytics.prune')
    expect(nightly?.pattern).toBe('23 3 * * *')
    const began = Date.now()
    const night = async (at: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: at })
      await nightly?.work(app)
      vi.useRealTimers()
    }
    await reader.post(BULK, [{ name: 'search.view-content', timeDelta: -60_000 }, { name: 'search.view-content' }])
    const [earlier, later] = await rows('search.view-content')
    const views = (await rows('page.view')).length
    expect(views).toBeGreaterThan(0)
    const today = (await report()).days.at(-1)
    await night(Number(earlier?.at) + 90 * DAY)
    expect(await rows('search.view-content')).toHaveLength(2)
    await night(Number(earlier?.at) + 90 * DAY + 1)
    expect(await rows('search.view-content')).toEqual([later])
    await night(began + 91 * DAY)
    expect(await rows()).toEqual([])
    vi.useFakeTimers({ toFake: ['Date'], now: began + 91 * DAY })
    const { days } = (await wiki().admin.get('/rest/oxbow/1.0/analytics/report?days=100')).json
    expect(days.find(({ day }: { day: string }) => day === today.day)).toEqual(today)
  })

  it('of the diagrams tells nothing where that is switched off [D1-16] [D7-18]', async () => {
    const { admin } = wiki()
    const property = '/rest/gliffy/1.0/properties/analyticsOff'
    const send = async () => {
      await reader.post(BULK, [{ name: 'showInlineViewer', properties: {} }])
      return (await rows('showInlineViewer')).length
    }
    expect((await reader.get(property)).json).toEqual({ analyticsOff: false })
    expect(await send()).toBe(1)
    expect((await reader.put(property, { analyticsOff: true })).status).toBe(403)
    expect((await admin.put(property, { analyticsOff: true })).status).toBe(200)
    expect((await reader.get(property)).json).toEqual({ analyticsOff: true })
    expect(await send()).toBe(1)
    await admin.put(property, { analyticsOff: false })
    expect((await reader.get('/rest/gliffy/1.0/properties/another')).status).toBe(404)
  })

  it('takes a limited number of events of a user, and of an address without an account', async () => {
    const before = (await rows()).length
    const many = await wiki().addUser('many', { fullName: 'Many', password: PASSWORD })
    const events = Array.from({ length: 500 }, () => ({ name: 'page.reading' }))
    const statuses = []
    for (let call = 0; call < 3; call++) statuses.push((await many.post(BULK, events)).status)
    expect(statuses).toEqual([200, 200, 429])
    const ofVisitors = []
    for (let call = 0; call < 3; call++) ofVisitors.push(await wiki().anonymous.post(BULK, events))
    const refused = ofVisitors.at(-1)
    expect(refused?.status).toBe(429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    const taken = ofVisitors.filter(reply => reply.status === 200)
    expect(taken.length).toBeLessThan(2)
    expect((await rows()).length - before).toBe(1000 + 500 * taken.length)
  })

  it('takes nothing of visitors who may not use the wiki', async () => {
    await revoke(wiki().app, 'anonymous', [GLOBAL_USE], null)
    const before = (await rows()).length
    expect((await wiki().anonymous.post(BULK, [{ name: 'page.reading' }])).status).toBe(401)
    expect((await wiki().anonymous.get('/login.action')).text).not.toContain('name="oxbow-analytics"')
    expect(await rows()).toHaveLength(before)
  })
})
