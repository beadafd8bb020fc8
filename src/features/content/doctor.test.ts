import { beforeAll, expect, it } from 'vitest'
import { doctor } from '#platform/server/doctor.ts'
import type { Queries } from '#platform/server/database/index.ts'
import { onEachEngine, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

/** One way in which the rows may be wrong, and what the doctor says of it. */
interface Damage {
  readonly check: string
  readonly does: string
  readonly harm: (db: Pick<Queries, 'updateTable' | 'deleteFrom' | 'insertInto'>, ids: Ids) => Promise<unknown>
  readonly heal: (db: Pick<Queries, 'updateTable' | 'deleteFrom' | 'insertInto'>, ids: Ids) => Promise<unknown>
  readonly says: RegExp
}
type Ids = Record<'home' | 'top' | 'middle' | 'leaf' | 'comment' | 'elsewhere', number>

const setPage =
  (values: Record<string, unknown>, which: keyof Ids): Damage['harm'] =>
  (db, ids) =>
    db
      .updateTable('content')
      .set(values as never)
      .where('id', '=', ids[which])
      .execute()

const DAMAGES: Damage[] = [
  {
    check: 'Every page hangs in the tree of its space',
    does: 'a circle of parents',
    says: /lead in a circle/,
    harm: (db, ids) => db.updateTable('content').set({ parent_id: ids.leaf }).where('id', '=', ids.top).execute(),
    heal: (db, ids) => db.updateTable('content').set({ parent_id: ids.home }).where('id', '=', ids.top).execute(),
  },
  {
    check: 'Every page hangs in the tree of its space',
    does: 'a parent in another space',
    says: /is in another space/,
    harm: (db, ids) => db.updateTable('content').set({ parent_id: ids.elsewhere }).where('id', '=', ids.leaf).execute(),
    heal: (db, ids) => db.updateTable('content').set({ parent_id: ids.middle }).where('id', '=', ids.leaf).execute(),
  },
  {
    check: 'Every page hangs in the tree of its space',
    does: 'a parent in the trash',
    says: /is in the trash/,
    harm: setPage({ status: 'trashed' }, 'middle'),
    heal: setPage({ status: 'current' }, 'middle'),
  },
  {
    check: 'Every page hangs in the tree of its space',
    does: 'no place among the siblings',
    says: /no place among its siblings/,
    harm: setPage({ position: '' }, 'leaf'),
    heal: setPage({ position: 'a0' }, 'leaf'),
  },
  {
    check: 'Every content has its current version',
    does: 'a version that is not there',
    says: /should be at version 7/,
    harm: setPage({ version: 7 }, 'leaf'),
    heal: setPage({ version: 1 }, 'leaf'),
  },
  {
    check: 'Every content has its current version',
    does: 'a version beyond the current one',
    says: /there is a version 2/,
    harm: (db, ids) =>
      db
        .insertInto('content_version')
        .values({
          content_id: ids.leaf,
          number: 2,
          author_id: null,
          at: 1,
          message: '',
          minor: 0,
          title: 'Leaf',
          storage: '',
        })
        .execute(),
    heal: (db, ids) =>
      db.deleteFrom('content_version').where('content_id', '=', ids.leaf).where('number', '=', 2).execute(),
  },
  {
    check: 'Every comment hangs on a page',
    does: 'a comment on a comment',
    says: /hangs on a comment/,
    harm: (db, ids) =>
      db.updateTable('content').set({ container_id: ids.comment }).where('id', '=', ids.comment).execute(),
    heal: (db, ids) =>
      db.updateTable('content').set({ container_id: ids.leaf }).where('id', '=', ids.comment).execute(),
  },
  {
    check: 'Titles are found in any case',
    does: 'a key that is not of the title',
    says: /not found by its title "Leaf"/,
    harm: setPage({ title_key: 'Leaf' }, 'leaf'),
    heal: setPage({ title_key: 'leaf' }, 'leaf'),
  },
  {
    check: 'Restrictions guard what is below them',
    does: 'a page that is open below a restriction',
    says: /should be guarded by the restrictions of page \d+, but is by nothing/,
    harm: setPage({ guard_id: null }, 'leaf'),
    heal: (db, ids) => db.updateTable('content').set({ guard_id: ids.middle }).where('id', '=', ids.leaf).execute(),
  },
  {
    check: 'Chains of restrictions are whole',
    does: 'a restriction above that is left out',
    says: /is not what its restrictions and those above it say/,
    harm: (db, ids) =>
      db.deleteFrom('guard_link').where('guard_id', '=', ids.middle).where('link_id', '=', ids.top).execute(),
    heal: (db, ids) => db.insertInto('guard_link').values({ guard_id: ids.middle, link_id: ids.top }).execute(),
  },
  {
    check: 'Chains of restrictions are whole',
    does: 'a chain of what is gone',
    says: /which is not there any more/,
    harm: db => db.insertInto('guard_link').values({ guard_id: 999_999, link_id: 999_999 }).execute(),
    heal: db => db.deleteFrom('guard_link').where('guard_id', '=', 999_999).execute(),
  },
  {
    check: 'Links are known as the texts have them',
    does: 'a link that is not kept',
    says: /are not known as its text has them/,
    harm: (db, ids) =>
      db.updateTable('content_link').set({ target_key: 'other' }).where('from_id', '=', ids.leaf).execute(),
    heal: (db, ids) =>
      db.updateTable('content_link').set({ target_key: 'top' }).where('from_id', '=', ids.leaf).execute(),
  },
  {
    check: 'Stored HTML is not ahead of its page',
    does: 'HTML of a version to come',
    says: /HTML is kept of version 5/,
    harm: (db, ids) =>
      db
        .insertInto('content_render')
        .values({ content_id: ids.leaf, mode: 'x', version: 5, html: '', dependencies: '{}' })
        .execute(),
    heal: (db, ids) =>
      db.deleteFrom('content_render').where('content_id', '=', ids.leaf).where('mode', '=', 'x').execute(),
  },
]

onEachEngine(
  'what the doctor says of content',
  () => features,
  wiki => {
    let ids: Ids
    beforeAll(async () => {
      ids = await makeTree(wiki())
    })

    const findings = async (name?: string) => {
      const { checks } = await doctor(wiki().app, undefined, { deep: true })
      return checks
        .filter(check => name === undefined || check.name === name)
        .flatMap(check => check.findings.map(finding => finding.message))
    }
    const change = (work: Damage['harm']) =>
      wiki().app.database.transaction(async ({ db }) => void (await work(db, ids)))

    it('is nothing where all is well', async () => {
      expect(await findings()).toEqual([])
    })

    it.each(DAMAGES)('finds $does', async ({ check, harm, heal, says }) => {
      await change(harm)
      expect((await findings(check)).join('\n')).toMatch(says)
      await change(heal)
      // Pages may have been rendered in the background as they were meanwhile.
      await change(db => db.deleteFrom('content_render').execute())
      expect(await findings(check)).toEqual([])
    })

    it('finds a text that cannot be read', async () => {
      const text =
        (storage: string): Damage['harm'] =>
        db =>
          db.updateTable('content_version').set({ storage }).where('content_id', '=', ids.middle).execute()
      await change(text('<p>open'))
      expect((await findings('Links are known as the texts have them')).join()).toMatch(/cannot be read: .* at line 1/)
      await change(text(''))
      expect(await findings()).toEqual([])
    })
  },
)

async function makeTree({ admin }: TestWiki): Promise<Ids> {
  const create = async (body: Record<string, unknown>, storage = '') => {
    const { status, json, text } = await admin.post('/rest/api/content', {
      type: 'page',
      body: { storage: { value: storage, representation: 'storage' } },
      ...body,
    })
    if (status !== 200) throw new Error(text)
    return Number(json.id)
  }
  const space = await admin.post('/rest/api/space', { key: 'ONE', name: 'One' })
  await admin.post('/rest/api/space', { key: 'TWO', name: 'Two' })
  const home = Number((await admin.get(`/rest/api/space/ONE?expand=homepage`)).json.homepage.id)
  expect(space.status).toBe(200)
  const below = (parent: number) => ({ space: { key: 'ONE' }, ancestors: [{ id: String(parent) }] })
  const top = await create({ ...below(home), title: 'Top' })
  const middle = await create({ ...below(top), title: 'Middle' })
  const leaf = await create(
    { ...below(middle), title: 'Leaf' },
    '<p><ac:link><ri:page ri:content-title="Top" /></ac:link></p>',
  )
  for (const id of [top, middle]) {
    await admin.put(`/rest/api/content/${id}/restriction/byOperation/read/user?userName=admin`)
  }
  const comment = await create({ type: 'comment', container: { id: String(leaf), type: 'page' } }, '<p>Said</p>')
  const elsewhere = await create({ space: { key: 'TWO' }, title: 'Elsewhere' })
  return { home, top, middle, leaf, comment, elsewhere }
}
