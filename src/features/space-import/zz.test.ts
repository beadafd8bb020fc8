import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { contextOfAccount, requireAccount } from '#features/accounts/server/index.ts'
import { features } from '../../server.ts'
import { importExport } from './server/index.ts'

const root = '/work/shared/corpus/space-exports'
const paths = [
  ...readdirSync(root)
    .filter(n => n.endsWith('.zip'))
    .map(n => `${root}/${n}`),
  ...readdirSync(`${root}/cases`)
    .filter(n => !n.startsWith('zip-'))
    .map(n => `${root}/cases/${n}`),
  `${root}/docToolchain/testConfluenceSpace`,
]
onEachEngine(
  'zz',
  () => features,
  wiki => {
    it('all', async () => {
      const { app } = wiki()
      const admin = await requireAccount(app, { username: 'admin' })
      const ctx = await contextOfAccount(app, admin)
      let n = 0
      for (const path of paths) {
        try {
          n++
          let r
          try {
            r = await importExport(ctx, { path, temporary: tmpdir() })
          } catch (e) {
            if (/already exists with key/.test((e as Error).message))
              r = await importExport(ctx, { path, temporary: tmpdir(), key: `K${n}` })
            else throw e
          }
          console.log(
            path.slice(root.length + 1),
            r.spaces.map(s => `${s.key} home ${s.home_page_id}`).join(';'),
            JSON.stringify([...r.report.counts()]),
          )
          for (const m of r.report.remarks) console.log('   ', m.key, JSON.stringify(m.values))
        } catch (e) {
          console.log(path.slice(root.length + 1), 'ERR', (e as Error).stack?.split('\n').slice(0, 6).join('\n'))
        }
      }
      expect(n).toBeGreaterThan(0)
      const pages = await app.database.read
        .selectFrom('content')
        .selectAll()
        .where('type', 'in', ['page', 'blogpost'])
        .execute()
      let bad = 0
      for (const p of pages) {
        const a = await wiki().admin.get(
          `/rest/api/content/${p.id}?status=any&expand=body.view,body.storage,version,history,children.comment,children.attachment,metadata.labels,space`,
        )
        const b = await wiki().admin.get(`/pages/viewpage.action?pageId=${p.id}`)
        if (a.status !== 200 || b.status >= 400) {
          bad++
          console.log('PAGE', p.id, p.title, p.status, a.status, b.status, a.text.slice(0, 200))
        }
        const un = [
          ...String(a.json?.body?.view?.value ?? '').matchAll(/unknown-macro[^>]*|data-macro-name="([^"]+)"/g),
        ]
          .map(m => m[0])
          .slice(0, 3)
        if (un.length) console.log('UNK', p.title, un.join(' | '))
      }
      console.log('pages', pages.length, 'bad', bad)
    }, 600000)
  },
)
