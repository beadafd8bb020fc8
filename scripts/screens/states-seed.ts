import { bare } from '#features/demo-space/server/markup.ts'
import type { HttpClient } from '#platform/server/testing/client.ts'
import { create, ok } from './calls.ts'

/** Pages that macros and templates have to do with. */
export interface States {
  /** A page with macros that readers use. */
  readonly macros: string
  readonly blank: string
  /** Id of a template with variables. */
  readonly template: string
}

const details = (status: string) =>
  `<ac:structured-macro ac:name="details"><ac:rich-text-body><table><tbody><tr><th>Status</th><td>${status}</td></tr></tbody></table></ac:rich-text-body></ac:structured-macro>`
const leaf = (name: string, parameters: Record<string, string>) => bare(name, parameters)

/** Writes the pages, an application, a shortcut and a category. */
export async function seedStates(admin: HttpClient): Promise<States> {
  await ok(admin.post('/rest/api/space', { key: 'PARK', name: 'Parks' }))
  const place = { space: { key: 'PARK' } }
  const made = await ok(
    admin.post('/rest/api/template', {
      name: 'Decision',
      description: 'What was decided',
      space: { key: 'PARK' },
      body: {
        storage: {
          representation: 'storage',
          value:
            '<at:declarations><at:string at:name="Owner" /><at:list at:name="State"><at:option at:value="Open" /><at:option at:value="Done" /></at:list></at:declarations><p>Owned by <at:var at:name="Owner" />: <at:var at:name="State" /></p>',
        },
      },
    }),
  )
  const template = String(made.json.templateId)
  const labels = { metadata: { labels: [{ prefix: 'global', name: 'park' }] } }
  const macros = await create(
    admin,
    'Parks and their trees',
    [
      leaf('pagetree', { root: '@self', expandCollapseAll: 'true', searchBox: 'true' }),
      leaf('livesearch', {}),
      leaf('content-report-table', { labels: 'park', spaces: 'PARK' }),
      leaf('detailssummary', { cql: 'label = "park"', pageSize: '1', headings: 'Status', showLastModified: 'true' }),
      leaf('detailssummary', { cql: 'label = "none"', blankTitle: 'No park', blankDescription: 'Plant one.' }),
      `<p>${leaf('create-from-template', { templateName: template, buttonLabel: 'New decision', spaceKey: 'PARK' })}</p>`,
      leaf('blog-posts', { content: 'titles' }),
    ].join(''),
    place,
  )
  for (const title of ['Garden of the old mill', 'Garden of the new mill'])
    await create(admin, title, details('Open'), { ...place, ...labels, ancestors: [{ id: macros }] })
  const blank = await create(admin, 'Nothing yet', '<p> </p>', place)
  await ok(admin.post('/rest/ia/1.0/space/option', { spaceKey: 'PARK', option: 'nav-type', value: 'pages' }))
  await seedApplications(admin)
  return { macros, blank, template }
}

async function seedApplications(admin: HttpClient): Promise<void> {
  const link = { name: 'Our Bamboo', typeId: 'bamboo', rpcUrl: 'https://builds.example.org' }
  const { json } = await ok(admin.put('/rest/applinks/1.0/applicationlink', link))
  const [, applicationId] = /applicationlink\/([\w-]+)$/.exec(json['resources-created'].link[0].href as string) ?? []
  const entity = { applicationId, typeId: 'bamboo.project', key: 'PARK', name: 'Builds of parks' }
  await ok(admin.put('/rest/applinks/1.0/entitylink/confluence.space/PARK', entity))
  const board = { linkLabel: 'Board', linkUrl: 'https://board.example.org', description: 'Where work is planned' }
  await ok(admin.post('/rest/custom-content-links/1.0/customcontentlinks/PARK', board))
  await ok(admin.post('/rest/custom-apps/1.0/customapps', { displayName: 'Wages', url: 'https://wages.example.org' }))
}
