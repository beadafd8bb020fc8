import { expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

const TIPS = '/rest/helptips/1.0/tips'
const FEATURE = '/rest/feature-discovery/1.0/discovered/com.example.plugin/some-feature'
const VIEWS = '/rest/oxbow/1.0/feature-discovery/com.example.plugin/seen/views'

onEachEngine(
  'hints',
  () => features,
  wiki => {
    let ada: HttpClient
    let bob: HttpClient
    const tips = async (client: HttpClient) => (await client.get(TIPS)).json as string[]
    const discovered = async (client: HttpClient) => {
      const { text } = await client.send('GET', '/plugins/inlinetasks/mytasks.action', undefined, {
        accept: 'text/html',
      })
      const content = /<meta name="ajs-discovered-plugin-features" content="([^"]*)">/.exec(text)?.[1] ?? ''
      return JSON.parse(content.replaceAll('&quot;', '"')) as unknown
    }

    it('records which help tips each user dismissed [I3-09] [I7.1-03] [I7.1-04] [I7.1-05]', async () => {
      ada = (await person(wiki(), 'ada')).client
      bob = (await person(wiki(), 'bob')).client
      expect(await tips(ada)).toEqual([])
      for (const id of ['first.tip', 'second.tip', 'first.tip']) expect((await ada.post(TIPS, { id })).status).toBe(204)
      expect(await tips(ada)).toEqual(['first.tip', 'second.tip'])
      expect(await tips(bob)).toEqual([])
      expect((await ada.send('DELETE', TIPS, { id: 'first.tip' })).status).toBe(204)
      expect((await ada.send('DELETE', TIPS, { id: 'never.was' })).status).toBe(204)
      expect(await tips(ada)).toEqual(['second.tip'])
    })

    it('records which features each user discovered, and says so in every document [V3-30] [V7-29]', async () => {
      expect(await discovered(ada)).toEqual({})
      expect((await ada.send('POST', FEATURE, undefined, { 'x-atlassian-token': 'no-check' })).status).toBe(204)
      expect((await ada.post(FEATURE, {})).status).toBe(204)
      expect(await discovered(ada)).toEqual({ 'com.example.plugin': ['some-feature'] })
      expect(await discovered(bob)).toEqual({})
    })

    it('counts a feature as discovered when its hint was shown three times', async () => {
      const view = async () => (await bob.post(VIEWS, {})).json as unknown
      expect(await view()).toEqual({ views: 1, discovered: false })
      expect(await view()).toEqual({ views: 2, discovered: false })
      expect(await discovered(bob)).toEqual({})
      expect(await view()).toEqual({ views: 3, discovered: true })
      expect(await discovered(bob)).toEqual({ 'com.example.plugin': ['seen'] })
    })

    it('is for users, and bears no names without end', async () => {
      expect((await wiki().anonymous.get(TIPS)).status).toBe(401)
      expect((await wiki().anonymous.post(TIPS, { id: 'x' })).status).toBe(401)
      expect((await wiki().anonymous.post(FEATURE, {})).status).toBe(401)
      expect((await wiki().anonymous.post(VIEWS, {})).status).toBe(401)
      expect((await ada.post(TIPS, { id: 'x'.repeat(201) })).status).toBe(400)
      expect((await ada.post(TIPS, { id: '' })).status).toBe(400)
    })
  },
)
