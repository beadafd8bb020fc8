import { describe, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

const SETTINGS = '/rest/oxbow/1.0/admin/settings'
const MB = 2 ** 20

/** Every field with its first value and another one. */
const FIELDS: readonly (readonly [field: string, initial: unknown, changed: unknown])[] = [
  ['siteTitle', 'Oxbow', 'Team wiki'],
  ['maxAttachmentSize', 5 * 2 ** 30, 25 * MB],
  ['attachmentChunkSize', 0, MB],
  ['quickSearch', true, false],
  ['follow', true, false],
  ['liveUpdates', true, false],
  ['liveEditing', true, false],
  ['mostEditors', 12, 20],
  ['copyDiagrams', true, false],
  ['language', 'en', 'de'],
  ['browserLanguage', true, false],
  ['commentCaptcha', true, false],
  ['signInCaptcha', true, false],
  ['mcp', false, true],
  ['externalUsers', false, true],
  ['inlineCommentsOff', [], ['confluence-inline-comments-resolved']],
  ['chatService', 'Hipchat', 'Slack'],
  ['chatHosts', '', 'hooks.slack.com, chat.example.org'],
  ['frameHosts', '', 'maps.example.org, video.example.org:8443'],
  ['titleHosts', 'github.com', 'github.com, git.example.org:8443'],
  ['licenceExpiry', '', '2027-12-31'],
  ['maintenanceExpiry', '', '2027-06-30'],
  ['renewUrl', '', 'https://vendor.example.org/renew'],
  ['salesEmail', '', 'sales@vendor.example.org'],
]

onEachEngine(
  'general settings',
  () => features,
  wiki => {
    const german = (client: HttpClient) => client.with({ 'accept-language': 'de' })
    const read = async () => (await wiki().admin.get(SETTINGS)).json as Record<string, unknown>

    it('are one answer with the fields of all features', async () => {
      expect(await read()).toEqual({
        ...Object.fromEntries(FIELDS),
        baseUrl: wiki().app.baseUrl,
        mail: { configured: false, from: 'Oxbow <oxbow@localhost>' },
      })
    })

    it.each(FIELDS)('change one by one: %s', async (field, initial, changed) => {
      const before = await read()
      const reply = await wiki().admin.put(SETTINGS, { [field]: changed, another: 1 })
      expect([reply.status, reply.json]).toEqual([200, { ...before, [field]: changed }])
      expect(await read()).toEqual(reply.json)
      expect((await wiki().admin.put(SETTINGS, { [field]: initial })).json).toEqual(before)
    })

    it.each([
      ['siteTitle', ' ', 'must not be empty', 'Das darf nicht leer sein.'],
      ['siteTitle', 'x'.repeat(101), 'must be 100 characters at most', 'Höchstens 100 Zeichen.'],
      ['maxAttachmentSize', MB - 1, 'must be 1 MB or more', 'Mindestens 1 MB.'],
      ['maxAttachmentSize', 2 ** 50 + 1, 'must be 1 PB at most', 'Höchstens 1 PB.'],
      ['attachmentChunkSize', 1, 'must be 1 MB or more', 'Mindestens 1 MB.'],
      [
        'chatHosts',
        'https://hooks.slack.com',
        'must be names of hosts with commas in between, such as hooks.slack.com',
        'Das müssen Namen von Hosts sein, durch Kommas getrennt, etwa hooks.slack.com.',
      ],
      ['licenceExpiry', '2027-02-30', 'must be a date, such as 2027-12-31', 'Das muss ein Datum wie 2027-12-31 sein.'],
      [
        'renewUrl',
        'javascript:alert(1)',
        'must be an http or https address',
        'Die Adresse muss mit http:// oder https:// beginnen.',
      ],
      ['salesEmail', 'sales', 'must be an e-mail address', 'Das ist keine E-Mail-Adresse.'],
      ['mostEditors', 0, 'must be a whole number from 1 to 100', 'Das muss eine ganze Zahl von 1 bis 100 sein.'],
      ['attachmentChunkSize', 2 ** 30 + 1, 'must be 1 GB at most', 'höchstens 1 GB'],
    ])(
      'are refused by the rule of their declaration, in both languages: %s %j',
      async (field, value, english, inGerman) => {
        const before = await read()
        const reply = await wiki().admin.put(SETTINGS, { siteTitle: 'x', [field]: value })
        const [error] = (reply.json as { data: { errors: { field: string; message: { key: string } }[] } }).data.errors
        expect([reply.status, reply.json.message, error?.field]).toEqual([
          400,
          `body.${field}: ${english}`,
          `body.${field}`,
        ])
        const text = wiki().app.texts.for('de')(error?.message.key ?? '', { maximum: 100 })
        expect(text).toBe(inGerman)
        expect(await read()).toEqual(before)
      },
    )

    it.each(FIELDS)('refuse values of another type: %s', async field => {
      expect((await wiki().admin.put(SETTINGS, { [field]: { no: 'such' } })).status).toBe(400)
    })

    describe('their form', () => {
      type Form = {
        sections: { title: string; description?: string; fields: { name: string; label: string; control: unknown }[] }[]
      }
      const form = async (client: HttpClient) => (await client.get(`${SETTINGS}/form`)).json as Form

      it('has the sections of all features with their fields, in order', async () => {
        const { sections } = await form(wiki().admin)
        expect(sections.map(({ title, fields }) => [title, ...fields.map(({ name }) => name)])).toEqual([
          [
            'Wiki',
            'siteTitle',
            'maxAttachmentSize',
            'quickSearch',
            'follow',
            'liveUpdates',
            'liveEditing',
            'mostEditors',
            'language',
            'browserLanguage',
          ],
          ['Around the wiki', 'attachmentChunkSize', 'externalUsers'],
          ['Comments on marked text', 'inlineCommentsOff'],
          ['Captcha', 'commentCaptcha', 'signInCaptcha'],
          ['Diagrams', 'copyDiagrams'],
          ['Chat', 'chatService', 'chatHosts'],
          ['Content of other sites', 'frameHosts', 'titleHosts'],
          ['Licence', 'licenceExpiry', 'maintenanceExpiry', 'renewUrl', 'salesEmail'],
          ['Agents', 'mcp'],
        ])
        expect(sections[0]?.fields[0]).toEqual({
          name: 'siteTitle',
          label: 'Site title',
          help: 'Shown in the top bar and in the titles of all pages.',
          control: { kind: 'text', maximum: 100 },
        })
        expect(sections[0]?.fields[7]?.control).toEqual({
          kind: 'choice',
          options: [
            { id: 'en', label: 'English' },
            { id: 'de', label: 'Deutsch' },
          ],
        })
      })

      it('is in the language of the reader', async () => {
        const { sections } = await form(german(wiki().admin))
        expect(sections.map(({ title }) => title)).toEqual([
          'Wiki',
          'Rund um das Wiki',
          'Kommentare an markiertem Text',
          'Captcha',
          'Diagramme',
          'Chat',
          'Inhalte anderer Websites',
          'Lizenz',
          'Agenten',
        ])
      })

      it('is for administrators', async () => {
        expect((await wiki().anonymous.get(`${SETTINGS}/form`)).status).toBe(401)
      })

      it('names every field of the call, and no other', async () => {
        const { sections } = await form(wiki().admin)
        expect(sections.flatMap(({ fields }) => fields.map(({ name }) => name)).toSorted()).toEqual(
          FIELDS.map(([field]) => field).toSorted(),
        )
      })
    })
  },
)
