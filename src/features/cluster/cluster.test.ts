import { hostname } from 'node:os'
import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

onEachEngine(
  'the nodes of the cluster',
  () => features,
  wiki => {
    it('are the one that answers, for administrators', async () => {
      const { admin, anonymous } = wiki()
      expect((await admin.get('/rest/api/cluster/nodes')).json).toMatchObject({
        size: 1,
        results: [{ name: hostname(), status: 'RUNNING' }],
      })
      expect((await admin.get('/rest/api/cluster/nodes?start=1')).json).toMatchObject({ size: 0 })
      expect((await (await person(wiki(), 'reader')).client.get('/rest/api/cluster/nodes')).status).toBe(403)
      expect((await anonymous.get('/rest/api/cluster/nodes')).status).toBe(401)
    })
  },
)
