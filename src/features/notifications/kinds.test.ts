import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import type { ServerFeature } from '#platform/server/app.ts'
import { startTestWiki, storage, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { notificationKinds, type NotificationKind } from './server/index.ts'
import { kindsOf } from './server/kinds.ts'
import type { Notification, NotificationSettings } from './contract.ts'

const API = '/rest/oxbow/1.0/notifications'

/** Kinds with the usual choice for the bell and for mail, as settings list them. */
const KINDS = [
  ['task', true, 'now'],
  ['mention', true, 'now'],
  ['share', true, 'now'],
  ['request', true, 'now'],
  ['granted', true, 'now'],
  ['reply', true, 'now'],
  ['comment', true, 'bundled'],
  ['like', true, 'never'],
  ['created', true, 'bundled'],
  ['updated', true, 'bundled'],
  ['due', false, 'daily'],
]

const tested: NotificationKind = {
  name: 'tested',
  rank: 95,
  label: 'Somebody tests my page',
  sentence: '{{name}} tested {{title}}',
  sentenceWithoutName: '{{title}} was tested',
  usual: { bell: true, mail: 'never' },
  mailTimes: ['now', 'never'],
  events: { 'page.tested': ({ row }) => [row.creator_id] },
  placeOf: path => `${path}#test`,
}
const testing: ServerFeature = {
  name: 'testing',
  messages: {
    de: { 'Somebody tests my page': 'Meine Seite wird geprüft', '{{title}} was tested': '{{title}} geprüft' },
  },
  register: ({ extensions }) => extensions.add(notificationKinds, tested),
}

describe('kinds of notification', () => {
  let wiki: TestWiki
  let writer: TestPerson
  let page = ''
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', [...features, testing])
    writer = await person(wiki, 'writer')
    await wiki.admin.post('/rest/api/space', { key: 'KIND', name: 'Kinds' })
    const made = await writer.client.post('/rest/api/content', {
      type: 'page',
      title: 'Plans',
      space: { key: 'KIND' },
      body: storage('<p>Text</p>'),
    })
    page = made.json.id
  })
  afterAll(() => wiki.close())

  const settings = async (language = 'en') =>
    (await writer.client.with({ 'accept-language': language }).get(`${API}/settings`)).json as NotificationSettings

  it('are declared by features, and listed in settings by their rank', async () => {
    const { choices } = await settings()
    expect(choices.map(({ kind, bell, mail }) => [kind, bell, mail])).toEqual(
      KINDS.toSpliced(-2, 0, ['tested', true, 'never']),
    )
  })

  it('are declared completely', () => {
    const kinds = kindsOf(wiki.app)
    const german = wiki.app.texts.for('de')
    for (const key of ['name', 'rank', 'label'] as const)
      expect(new Set(kinds.map(kind => kind[key])).size, key).toBe(kinds.length)
    // Names are parts of the links that end mail.
    expect(kinds.filter(({ name }) => !/^[a-z]{1,20}$/.test(name))).toEqual([])
    expect(kinds.filter(({ events, sentence }) => events && !sentence)).toEqual([])
    const texts = kinds.flatMap(({ name, label, sentence, sentenceWithoutName }) =>
      name === 'tested' ? [] : [label, sentence, sentenceWithoutName].filter(text => text !== undefined),
    )
    expect(texts.filter(text => german(text) === text)).toEqual([])
  })

  it('need one declaration for the bell, the settings and their language', async () => {
    const about = { kind: 'page.tested', contentId: Number(page) }
    await wiki.app.database.transaction(async tx => tx.append({ ...about, actorId: null }))
    await wiki.app.events.settled()
    await wiki.app.jobs.idle()
    const listed = async (language: string) =>
      (await writer.client.with({ 'accept-language': language }).get(API)).json.results as Notification[]
    const [notification] = await listed('en')
    expect(notification).toMatchObject({ kind: 'tested', title: 'Plans', sentence: 'Plans was tested' })
    expect(notification?.url).toMatch(/#test$/)
    expect((await listed('de'))[0]?.sentence).toBe('Plans geprüft')
    expect((await settings('de')).kinds.find(({ kind }) => kind === 'tested')).toEqual({
      kind: 'tested',
      label: 'Meine Seite wird geprüft',
      hasBell: true,
      mailTimes: ['now', 'never'],
    })
  })

  it.each([
    [{ kind: 'tested', bell: true, mail: 'daily' }, 400],
    [{ kind: 'due', bell: true, mail: 'daily' }, 400],
    [{ kind: 'due', bell: false, mail: 'now' }, 400],
    [{ kind: 'unknown', bell: true, mail: 'now' }, 400],
    [{ kind: 'tested', bell: false, mail: 'now' }, 200],
  ])('can be chosen as they are declared: %j %i', async (choice, status) => {
    const { choices } = await settings()
    const reply = await writer.client.put(`${API}/settings`, { choices: [choice] })
    expect(reply.status, reply.text).toBe(status)
    const expected = choices.map(one => (status === 200 && one.kind === choice.kind ? choice : one))
    expect((await settings()).choices).toEqual(expected)
  })
})
