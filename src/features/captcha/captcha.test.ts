import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { Browser } from '#platform/server/testing/browser.ts'
import { ADMIN, onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { challengesOf } from './server/challenge.ts'
import { createCaptchaFeature } from './server/feature.ts'

const MINUTE = 60_000
let clock = Date.now()
const captcha = createCaptchaFeature({ now: () => clock })
const MISMATCH = 'The typed word did not match the text in the picture.'

onEachEngine(
  'captcha',
  () => features.map(feature => (feature.name === 'captcha' ? captcha : feature)),
  wiki => {
    let pageId = ''
    let ids = 0
    const newId = () => `an id made up by the browser ${++ids}`
    const word = (id: string) => challengesOf(wiki().app, id)[0].word
    const comment = (headers: Record<string, string> = {}, html = '<p>Hello</p>') =>
      wiki().anonymous.send(
        'POST',
        `/rest/tinymce/1/content/${pageId}/comment?actions=true`,
        new URLSearchParams({ html, watch: 'false' }),
        { 'x-atlassian-token': 'no-check', ...headers },
      )
    const answered = (id: string, response: string, html?: string) =>
      comment({ captchaId: id, captchaResponse: response }, html)

    beforeAll(async () => {
      const { admin } = wiki()
      await admin.post('/rest/api/space', { key: 'CAP', name: 'Captcha' })
      const made = await admin.post('/rest/api/content', { type: 'page', title: 'Open', space: { key: 'CAP' } })
      pageId = made.json.id
      const use = [{ targetType: 'application', operationKey: 'use' }]
      await admin.put('/rest/api/permissions/anonymous/grant', use)
      for (const [targetType, operationKey] of [
        ['space', 'read'],
        ['comment', 'create'],
      ]) {
        await admin.put('/rest/api/space/CAP/permissions/anonymous/grant', [{ targetType, operationKey }])
      }
    })

    it('answers any id with the picture of its word, until that is answered [V2-09] [I7.5-09]', async () => {
      const { anonymous, url } = wiki()
      const id = newId()
      const path = `/jcaptcha?id=${encodeURIComponent(id)}`
      const bytes = async (at = path) => {
        const reply = await fetch(url + at)
        expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png'])
        expect(reply.headers.get('cache-control')).toContain('no-store')
        return Buffer.from(await reply.arrayBuffer())
      }
      const picture = await bytes()
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 400, height: 128 })
      expect((await sharp(picture).stats()).channels[0]?.stdev).toBeGreaterThan(10)
      expect(await bytes()).toEqual(picture)
      expect(await bytes('/jcaptcha?id=another')).not.toEqual(picture)
      expect((await anonymous.get('/jcaptcha')).status).toBe(400)
      expect((await anonymous.get(`/jcaptcha?id=${'x'.repeat(201)}`)).status).toBe(400)
      expect((await answered(id, word(id))).status).toBe(200)
      expect((await anonymous.get(path)).status).toBe(404)
    })

    it('takes each answer once, right or wrong, and an expired one not at all', async () => {
      const [right, wrong, late, old] = [newId(), newId(), newId(), newId()]
      expect((await answered(right, ` ${word(right).toUpperCase()} `)).status).toBe(200)
      expect((await answered(right, word(right))).status).toBe(400)
      const refused = await answered(wrong, 'nonsense')
      expect([refused.status, refused.json.data.errors[0]]).toMatchObject([
        400,
        { field: 'captchaResponse', message: { key: MISMATCH } },
      ])
      expect((await answered(wrong, word(wrong))).status).toBe(400)
      const [lateWord, oldWord] = [word(late), word(old)]
      clock += 29 * MINUTE
      expect((await answered(late, lateWord)).status).toBe(200)
      clock += 32 * MINUTE
      expect((await answered(old, oldWord)).status).toBe(400)
      const two = newId()
      const replies = await Promise.all([answered(two, word(two)), answered(two, word(two))])
      expect(new Set(replies.map(reply => reply.status))).toEqual(new Set([200, 400]))
    })

    it('has a question for who cannot see the picture', async () => {
      const id = newId()
      const asked = await wiki().anonymous.get(`/rest/oxbow/1.0/captcha/${encodeURIComponent(id)}/question`)
      const { first, second } = asked.json as { first: number; second: number }
      expect((await answered(id, String(first + second))).status).toBe(200)
    })

    it('is asked of visitors alone, by every call that comments, unless an administrator switches it off', async () => {
      const { admin, anonymous } = wiki()
      const body = {
        type: 'comment',
        container: { id: pageId, type: 'page' },
        body: { storage: { value: '<p>By REST</p>', representation: 'storage' } },
      }
      expect((await anonymous.post('/rest/api/content', body)).json.message).toContain(MISMATCH)
      expect((await admin.post('/rest/api/content', body)).status).toBe(200)
      // What else is wrong is said first, so that the answer still counts.
      const id = newId()
      expect((await answered(id, word(id), ' ')).json.message).not.toContain(MISMATCH)
      expect((await answered(id, word(id))).status).toBe(200)
      const form = new URLSearchParams({ content: 'By form', plain: 'true' })
      const page = await anonymous.send('POST', `/pages/doaddcomment.action?pageId=${pageId}`, form, {
        accept: 'text/html',
      })
      expect([page.status, page.text]).toEqual([400, expect.stringContaining(MISMATCH)])
      const shownId = /name="captchaId" value="([0-9a-f]+)"/.exec(page.text)?.[1] ?? ''
      form.set('captchaId', shownId)
      form.set('captchaResponse', word(shownId))
      const done = await anonymous.send('POST', `/pages/doaddcomment.action?pageId=${pageId}`, form)
      expect(done.status, done.text).toBe(303)
      const needs = async () =>
        (await anonymous.get(`/rest/oxbow/1.0/content/${pageId}/comments`)).json.needsCaptcha as boolean
      expect(await needs()).toBe(true)
      expect((await admin.put('/rest/oxbow/1.0/admin/settings', { commentCaptcha: false })).status).toBe(200)
      expect([await needs(), (await comment()).status]).toEqual([false, 200])
      await admin.put('/rest/oxbow/1.0/admin/settings', { commentCaptcha: true })
      expect((await comment()).status).toBe(400)
    })

    it('is asked after repeated failures to sign in, and only then', async () => {
      const browser = new Browser(wiki().url)
      const field = 'name="captchaResponse"'
      expect((await browser.get('/login.action')).text).not.toContain(field)
      const shown: boolean[] = []
      for (let tries = 0; tries < 3; tries++)
        shown.push((await browser.login(ADMIN.username, 'wrong')).text.includes(field))
      expect(shown).toEqual([false, false, true])
      // The right password does not do without it, by the form or by JSON.
      const without = await browser.login(ADMIN.username, ADMIN.password)
      expect(without.text).toContain(MISMATCH)
      expect([
        without.headers.get('x-seraph-loginreason'),
        without.headers.get('x-authentication-denied-reason'),
      ]).toEqual(['AUTHENTICATION_DENIED', 'CAPTCHA_CHALLENGE; login-url=/login.action'])
      const json = await browser.send('POST', '/rest/tsv/1.0/authenticate', {
        username: ADMIN.username,
        password: ADMIN.password,
        targetUrl: '',
      })
      expect(json.status).toBe(403)
      const id = /name="captchaId" value="([0-9a-f]+)"/.exec(without.text)?.[1] ?? ''
      const done = await browser.login(ADMIN.username, ADMIN.password, { captchaId: id, captchaResponse: word(id) })
      expect(done.headers.get('x-seraph-loginreason')).toBe('OK')
      // Signing in resets the count.
      expect((await new Browser(wiki().url).login(ADMIN.username, 'wrong')).text).not.toContain(field)
    })
  },
)
