import { beforeAll, expect, it } from 'vitest'
import { createAccount } from '#features/accounts/server/index.ts'
import { onEachEngine, type HttpReply, type TestWiki, storage } from '#platform/server/testing/harness.ts'
import { features } from './server.ts'

/** Properties of every object of the language. */
const NAMES = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf']

interface Call {
  readonly what: string
  readonly send: (wiki: TestWiki, name: string, pageId: string) => Promise<HttpReply>
}

const page = (what: string, value: (name: string) => string): Call => ({
  what,
  async send({ admin }, name) {
    const title = `${what} ${name}`
    const made = await admin.post('/rest/api/content', {
      type: 'page',
      title,
      space: { key: 'NAMES' },
      body: storage(value(name)),
    })
    if (made.status !== 200) return made
    const views = 'expand=body.view,body.export_view,body.styled_view,body.anonymous_export_view,body.editor'
    const read = await admin.get(`/rest/api/content/${String(made.json.id)}?${views}`)
    return read.status === 200 ? admin.get(`/pages/viewpage.action?pageId=${String(made.json.id)}`) : read
  },
})
const get = (what: string, path: (name: string, id: string) => string): Call => ({
  what,
  send: ({ admin }, name, id) => admin.get(path(name, id)),
})
const post = (
  what: string,
  path: string | ((name: string, id: string) => string),
  body: (name: string, id: string) => unknown,
): Call => ({
  what,
  send: ({ admin }, name, id) => admin.post(typeof path === 'string' ? path : path(name, id), body(name, id)),
})
const convert = (what: string, representation: string, value: (name: string) => string): Call =>
  post(what, '/rest/api/contentbody/convert/view', name => ({ value: value(name), representation }))

const CALLS: Call[] = [
  page(
    'macro',
    name => `<ac:structured-macro ac:name="${name}"><ac:parameter ac:name="x">y</ac:parameter></ac:structured-macro>`,
  ),
  page(
    'macro with a body',
    name =>
      `<ac:structured-macro ac:name="${name}"><ac:parameter ac:name="">y</ac:parameter><ac:rich-text-body><p>z</p></ac:rich-text-body></ac:structured-macro>`,
  ),
  page('parameter', name =>
    ['info', 'toc', 'children', 'include', 'status', 'contributors', 'gliffy', 'contentbylabel']
      .map(
        macro =>
          `<ac:structured-macro ac:name="${macro}"><ac:parameter ac:name="${name}">y</ac:parameter></ac:structured-macro>`,
      )
      .join(''),
  ),
  page('value of parameters', name =>
    [
      ['toc', 'separator'],
      ['toc', 'type'],
      ['code', 'language'],
      ['code', 'theme'],
      ['panel', 'borderStyle'],
      ['status', 'colour'],
      ['include', ''],
      ['children', 'sort'],
      ['children', 'page'],
      ['contributors', 'order'],
      ['contributors', 'scope'],
      ['contributors', 'spaces'],
      ['contentbylabel', 'labels'],
      ['content-report-table', 'spaces'],
      ['gallery', 'sort'],
      ['attachments', 'sortBy'],
      ['gliffy', 'size'],
      ['gliffy', 'name'],
      ['recently-updated', 'spaces'],
    ]
      .map(
        ([macro, parameter]) =>
          `<ac:structured-macro ac:name="${macro}"><ac:parameter ac:name="${parameter}">${name}</ac:parameter></ac:structured-macro>`,
      )
      .join(''),
  ),
  page('element', name => `<${name}>x</${name}><ac:${name}>y</ac:${name}><ri:${name} />`),
  page(
    'attribute',
    name =>
      `<p ${name}="x" style="${name}: red" class="${name}">y</p><ac:link ${name}="z"><ri:page ri:content-title="${name}" ri:space-key="${name}" /></ac:link>`,
  ),
  page('entity', name => `<p>&${name};</p>`),
  page(
    'emoticon, layout and link',
    name =>
      `<ac:emoticon ac:name="${name}" /><ac:layout><ac:layout-section ac:type="${name}"><ac:layout-cell><p>x</p></ac:layout-cell></ac:layout-section></ac:layout>` +
      `<ac:link><ri:user ri:username="${name}" /></ac:link><ac:link><ri:shortcut ri:key="${name}" ri:parameter="x" /></ac:link>` +
      `<ac:image ac:align="${name}"><ri:attachment ri:filename="${name}" /></ac:image><a data-card-appearance="${name}" href="${name}:x">y</a>`,
  ),
  convert(
    'wiki macro',
    'wiki',
    name => `{${name}:x|y=z}\n{${name}}{${name}:x}text{${name}}\n!${name}|${name}! [${name}:x] (${name}) &${name};`,
  ),
  convert('representation', 'storage', name => `<p>${name}</p>`),
  post(
    'body of a representation',
    name => `/rest/api/contentbody/convert/${name}`,
    name => ({ value: '<p>x</p>', representation: name }),
  ),
  post('content type', '/rest/api/content', name => ({
    type: name,
    title: name,
    space: { key: 'NAMES' },
    body: storage('<p>x</p>'),
  })),
  post(
    'property',
    (_, id) => `/rest/api/content/${id}/property`,
    name => ({ key: name, value: { [`a${name}`]: 1 } }),
  ),
  get('property', (name, id) => `/rest/api/content/${id}/property/${name}`),
  post('property of a space', '/rest/api/space/NAMES/property', name => ({ key: name, value: { x: 1 } })),
  get('property of a space', name => `/rest/api/space/NAMES/property/${name}`),
  post(
    'label',
    (_, id) => `/rest/api/content/${id}/label`,
    name => [{ prefix: 'global', name }],
  ),
  post(
    'prefix of a label',
    (_, id) => `/rest/api/content/${id}/label`,
    name => [{ prefix: name, name: 'x' }],
  ),
  get('content by label', name => `/label/${name}`),
  post('space', '/rest/api/space', name => ({ key: name, name })),
  get('space', name => `/rest/api/space/${name}?expand=${name}`),
  get('space by its address', name => `/display/${name}/${name}`),
  get(
    'expand',
    (name, id) =>
      `/rest/api/content/${id}?expand=${name},body.${name},children.${name}.${name},metadata.properties.${name},history.${name}`,
  ),
  get('expand of spaces', name => `/rest/api/space?expand=${name},description.${name}&type=${name}&status=${name}`),
  get('unknown query', (name, id) => `/rest/api/content/${id}?${name}=x&${name}=y`),
  get('field of CQL', name => `/rest/api/search?cql=${name}%20%3D%20x`),
  get('value and order of CQL', name => `/rest/api/search?cql=type%20%3D%20${name}%20order%20by%20${name}`),
  get(
    'function of CQL',
    name => `/rest/api/search?cql=space%20in%20${name}()%20and%20label%20%3D%20${name}%20and%20creator%20%3D%20${name}`,
  ),
  get('quick search', name => `/rest/quicknav/1/search?query=x&type=${name}&spaceKey=${name}`),
  get('search', name => `/dosearchsite.action?queryString=x&type=${name}&lastModified=${name}&where=${name}`),
  get('children', (name, id) => `/rest/api/content/${id}/child/${name}`),
  get('descendants', (name, id) => `/rest/api/content/${id}/descendant/${name}`),
  get('restriction', (name, id) => `/rest/api/content/${id}/restriction/byOperation/${name}`),
  get('user', name => `/rest/api/user?username=${name}&key=${name}&expand=${name}`),
  get('profile', name => `/display/~${name}`),
  get('group', name => `/rest/api/group/${name}/member`),
  get(
    'contributors',
    (name, id) =>
      `/rest/com.atlassian.confluence.contributors/1.0/contributors?pageId=${id}&order=${name}&scope=${name}&include=${name}&mode=${name}&spaces=${name}`,
  ),
  post('JSON-RPC', '/rpc/json-rpc/confluenceservice-v2', name => ({ jsonrpc: '2.0', id: 1, method: name, params: [] })),
  post(
    'JSON-RPC by its address',
    name => `/rpc/json-rpc/confluenceservice-v2/${name}`,
    () => [],
  ),
  post('permission over JSON-RPC', '/rpc/json-rpc/confluenceservice-v2', name => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'addPermissionToSpace',
    params: [name, name, 'NAMES'],
  })),
  {
    what: 'settings',
    send: ({ admin }, name) => admin.put('/rest/api/admin/settings', { [`x${name}`]: 1, locale: name }),
  },
  {
    what: 'language',
    send: ({ anonymous }, name) => anonymous.send('GET', '/', undefined, { 'accept-language': name }),
  },
  {
    what: 'raw body',
    send: ({ admin }, name) =>
      admin.send('POST', '/rest/api/content', `{"type":"page","title":"x","${name}":{"${name}":1}}`, {
        'content-type': 'application/json',
      }),
  },
]

onEachEngine(
  'names that every object knows',
  () => features,
  wiki => {
    let id = ''

    beforeAll(async () => {
      await wiki().admin.post('/rest/api/space', { key: 'NAMES', name: 'Names' })
      id = (
        await wiki().admin.post('/rest/api/content', {
          type: 'page',
          title: 'Home of names',
          space: { key: 'NAMES' },
          body: storage('<p>x</p>'),
        })
      ).json.id
      for (const username of NAMES) {
        await createAccount(
          wiki().app,
          {
            username: username.toLowerCase(),
            displayName: username,
            email: `${username}@example.org`,
            password: 'correct horse battery',
          },
          null,
        )
      }
    })

    it.each(CALLS)('are names like any other: $what', async ({ send }) => {
      for (const name of NAMES) {
        const reply = await send(wiki(), name, id)
        expect(reply.status, `${name}: ${reply.text.slice(0, 500)}`).toBeLessThan(500)
        expect(reply.text, name).not.toMatch(/native code|\[object Object\]/)
      }
    })

    it('show as macros that nobody knows, with what stands in them', async () => {
      for (const name of NAMES) {
        const value = `<ac:structured-macro ac:name="${name}"><ac:parameter ac:name="x">y</ac:parameter><ac:rich-text-body><p>z</p></ac:rich-text-body></ac:structured-macro>`
        const { text, json } = await wiki().admin.post('/rest/api/contentbody/convert/view', {
          value,
          representation: 'storage',
        })
        expect(json.value, text).toMatch(new RegExp(`data-macro-name="${name}".*<p>z</p>`))
      }
    })
  },
)
