import sharp from 'sharp'
import { HttpClient } from '#platform/server/testing/client.ts'
import { create, ok, storageOf } from './calls.ts'
import { type Diagrams, seedDiagrams } from './diagram-seed.ts'
import { seedImport } from './import-seed.ts'
import { pages, RICH_TITLE, type SeedPage } from './pages.ts'
import { seedStates, type States } from './states-seed.ts'
import { seedTalk, type Talk } from './talk-seed.ts'

export const PASSWORD = 'correct horse battery'
/** The administrator, whom the set-up screen creates, and the others. */
export const PEOPLE = {
  admin: 'Ada Lovelace',
  grace: 'Grace Hopper',
  hedy: 'Hedy Lamarr',
  maximiliane: 'Maximiliane von Hohenfels-Wittgenstein',
  kenji: '田中 健二',
} as const

/** Contents that the screens show. Ids are those of the wire. */
export interface World {
  readonly url: string
  readonly rich: string
  readonly compared: string
  readonly blog: string
  readonly secret: string
  readonly empty: string
  /** A page with a report of tasks. */
  readonly report: string
  readonly talk: Talk
  readonly diagrams: Diagrams
  readonly states: States
  /** Id of an import that waits for its review. */
  readonly importId: string
  readonly admin: HttpClient
  readonly grace: HttpClient
  /** Address of a fresh link for setting a password, without the host. */
  readonly reset: string
}

/** Fills a wiki that was just set up with `admin`. @throws Error with the answer of the call that was refused */
export async function seed(url: string): Promise<World> {
  const admin = HttpClient.basic(url, 'admin', PASSWORD)
  for (const [userName, fullName] of Object.entries(PEOPLE).slice(1)) {
    await ok(
      admin.post('/rest/api/admin/user', { userName, fullName, email: `${userName}@example.org`, password: PASSWORD }),
    )
  }
  const grace = HttpClient.basic(url, 'grace', PASSWORD)
  await ok(
    admin.post('/rest/api/space', {
      key: 'LOCK',
      name: 'Locks and gauges',
      description: { plain: { value: 'How the river is watched.', representation: 'plain' } },
    }),
  )
  await ok(
    admin.post('/rest/api/space', {
      key: 'HR',
      name: 'People, contracts and everything that has to do with working here',
    }),
  )
  await ok(admin.post('/rest/api/space', { key: 'EMPTY', name: 'Empty' }))
  await ok(admin.post('/rest/api/space/personal', {}))
  await ok(grace.post('/rest/api/space/personal', {}))
  await ok(
    admin.put('/rest/api/space/LOCK/permissions/group/confluence-users/grant', [
      { operationKey: 'read', targetType: 'space' },
      { operationKey: 'create', targetType: 'page' },
      { operationKey: 'create', targetType: 'comment' },
      { operationKey: 'create', targetType: 'blogpost' },
      { operationKey: 'create', targetType: 'attachment' },
    ]),
  )
  const home = (await ok(admin.get('/rest/api/space/LOCK?expand=homepage'))).json.homepage.id as string

  const ids = new Map<string, string>()
  const write = async (parent: string, below: readonly SeedPage[]): Promise<void> => {
    for (const { title, storage, labels = [], children = [] } of below) {
      const id = await create(ids.size % 3 === 0 ? grace : admin, title, storage, { ancestors: [{ id: parent }] })
      ids.set(title, id)
      if (labels.length > 0)
        await ok(
          admin.post(
            `/rest/api/content/${id}/label`,
            labels.map(name => ({ prefix: 'global', name })),
          ),
        )
      await write(id, children)
    }
  }
  await write(home, pages)
  const idOf = (title: string): string => {
    const id = ids.get(title)
    if (id === undefined) throw new Error(`no page ${title} was written`)
    return id
  }
  const rich = idOf(RICH_TITLE)
  await attach(admin, rich)
  await discuss(admin, grace, rich)

  const compared = idOf('Data flow')
  await rewrite(
    grace,
    compared,
    2,
    'Data flow',
    '<p>The river level is read every five minutes and kept for two years.</p><h2>New</h2><ul><li>One</li><li>Two</li></ul>',
    'Readings are kept longer, as agreed on in the team meeting of March',
  )
  await rewrite(
    admin,
    compared,
    3,
    'Data flow from the gauge to the archive',
    '<p>The river level is read every five minutes and kept for three years.</p><h2>New</h2><ul><li>One</li><li>Three</li></ul><table><tbody><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></tbody></table>',
    '',
  )

  const secret = idOf('Only for the board')
  await ok(
    admin.put(`/rest/api/content/${secret}/restriction`, [
      {
        operation: 'read',
        restrictions: { user: [{ username: 'admin' }], group: [{ name: 'confluence-administrators' }] },
      },
    ]),
  )
  const blog = await create(
    grace,
    'The new gauge is in',
    '<p>Since this morning the new gauge measures. Thanks to all who stood in the cold water.</p><h2>What is next</h2><p>The southern lock, in spring.</p>',
    { type: 'blogpost' },
  )
  await create(admin, 'Winter rota', '<p>Who watches when.</p>', { type: 'blogpost' })
  for (const title of ['Old plan', 'Notes of a meeting that never took place because the river was frozen']) {
    await ok(admin.delete(`/rest/api/content/${await create(admin, title, '<p>gone</p>')}`))
  }
  for (const [name, url, active] of [
    ['Search of the intranet', 'https://search.example.org/hooks/wiki', true],
    ['Old chat', `https://chat.example.org/${'hook-of-the-northern-lock/'.repeat(3)}`, false],
  ] as const) {
    await ok(
      admin.post('/rest/api/webhooks', {
        name,
        url,
        events: ['page_created', 'page_updated', 'comment_created'],
        active,
      }),
    )
  }
  await ok(admin.post('/rest/api/backup-restore/backup/site', { fileNamePrefix: 'before-the-flood' }))
  const graceKey = (await ok(admin.get('/rest/api/user?username=grace'))).json.userKey as string
  const { json } = await ok(admin.post(`/rest/oxbow/1.0/users/${graceKey}/reset-link`))
  const { pathname, search } = new URL(json.url as string)
  const report = await create(
    grace,
    'What is still to do',
    `<ac:task-list>${['Grease the northern gate', 'Order a second pump for the southern lock, with its papers']
      .map(
        (task, index) =>
          `<ac:task><ac:task-id>${index + 1}</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>` +
          `<ac:link><ri:user ri:username="admin" /></ac:link> ${task} <time datetime="2030-04-0${index + 1}" /></ac:task-body></ac:task>`,
      )
      .join('')}</ac:task-list>
    <ac:structured-macro ac:name="tasks-report-macro"><ac:parameter ac:name="spaces">LOCK</ac:parameter></ac:structured-macro>`,
  )
  const talk = await seedTalk({ admin, grace })
  const diagrams = await seedDiagrams(admin)
  const states = await seedStates(admin)
  const importId = await seedImport(admin)
  const empty = (await ok(admin.get('/rest/api/space/EMPTY?expand=homepage'))).json.homepage.id as string
  return {
    url,
    rich,
    compared,
    blog,
    secret,
    empty,
    report,
    talk,
    diagrams,
    states,
    importId,
    admin,
    grace,
    reset: pathname + search,
  }
}

/** Writes a version of a page; `number` is the one it becomes. */
export async function rewrite(
  by: HttpClient,
  id: string,
  number: number,
  title: string,
  storage: string,
  message: string,
): Promise<void> {
  await ok(
    by.put(`/rest/api/content/${id}`, { type: 'page', title, version: { number, message }, body: storageOf(storage) }),
  )
}

async function attach(by: HttpClient, id: string): Promise<void> {
  const sky = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><defs><linearGradient id="s" x2="0" y2="1">' +
      '<stop stop-color="#f3d9b1"/><stop offset="1" stop-color="#8fb3bd"/></linearGradient></defs><rect width="1280" height="720" fill="url(#s)"/>' +
      '<path d="M0 420Q300 330 640 420T1280 380V720H0Z" fill="#3d6b6b"/><path d="M0 520Q400 470 700 560T1280 520V720H0Z" fill="#204a50"/></svg>',
  )
  const river = await sharp(sky).jpeg().toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(river)], { type: 'image/jpeg' }), 'river.jpg')
  form.append('file', new Blob(['station,level\nnorth,4.12\n'], { type: 'text/csv' }), 'readings.csv')
  form.append(
    'file',
    new Blob(['# Handbook'], { type: 'text/markdown' }),
    'Handbook of the gauges at the northern and the southern lock, second edition.md',
  )
  form.append('file', new Blob([new Uint8Array(250_000)], { type: 'application/pdf' }), 'drawing.pdf')
  await ok(by.with({ 'x-atlassian-token': 'no-check' }).send('PUT', `/rest/api/content/${id}/child/attachment`, form))
}

async function discuss(admin: HttpClient, grace: HttpClient, id: string): Promise<void> {
  const comment = async (by: HttpClient, text: string, ancestors: object[] = []): Promise<string> => {
    const { json } = await ok(
      by.post('/rest/api/content', {
        type: 'comment',
        container: { id, type: 'page' },
        ancestors,
        body: storageOf(text),
      }),
    )
    return json.id as string
  }
  const first = await comment(
    grace,
    '<p>Is the second gauge read at the same minute? Then both would be wrong in the same way.</p>',
  )
  const answer = await comment(
    admin,
    '<p>No, <strong>five minutes later</strong>. See <code>plausible.py</code> above.</p>',
    [{ id: first }],
  )
  await comment(grace, '<p>Good.</p>', [{ id: answer }])
  await comment(
    admin,
    '<p>The siren should be named here too.</p><ul><li>where its key is</li><li>who may stop it</li></ul>',
  )
}
