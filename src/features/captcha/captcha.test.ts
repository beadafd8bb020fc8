import sharp from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
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
    let visits = 0
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

    describe('has a question for users who cannot see the picture', () => {
      /** Headers of a visitor of another address. */
      const elsewhere = () => ({ 'x-forwarded-for': `203.0.113.${++visits}` })
      const ask = (id: string, headers: Record<string, string> = elsewhere()) =>
        wiki().anonymous.send('GET', `/rest/oxbow/1.0/captcha/${encodeURIComponent(id)}/question`, undefined, headers)
      const page = (id: string, headers: Record<string, string> = elsewhere()) =>
        wiki().anonymous.send('GET', `/jcaptcha/question?id=${encodeURIComponent(id)}`, undefined, headers)
      const digits = (id: string) => String(challengesOf(wiki().app, id)[0].question.answer)
      const answer = (id: string, response: string, headers: Record<string, string> = elsewhere()) =>
        comment({ captchaId: id, captchaResponse: response, ...headers })

      it.each(['en', 'de'])('in words, of many kinds, in the language %s', async language => {
        const texts: string[] = []
        for (let i = 0; i < 60; i++) {
          const reply = await ask(newId(), { ...elsewhere(), 'accept-language': language })
          expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
          expect(Object.keys(reply.json)).toEqual(['text'])
          texts.push(reply.json.text)
        }
        for (const text of texts) {
          // No number in digits, and nothing that was not filled in.
          expect(text).not.toMatch(/[\d{}]|undefined/)
          expect(text.endsWith(language === 'en' ? 'in the place of the word.' : 'statt des Wortes ein.'), text).toBe(
            true,
          )
        }
        const beginnings = new Set(texts.map(text => text.slice(0, 9)))
        expect(beginnings.size).toBeGreaterThan(5)
        expect(new Set(texts).size).toBeGreaterThan(50)
      })

      it('with the same answer in each language, judged once', async () => {
        for (let i = 0; i < 12; i++) {
          const id = newId()
          const [first, again] = [await ask(id), await page(id)]
          expect(again.status).toBe(200)
          expect(again.headers.get('content-type')).toContain('text/html')
          expect(again.text).toContain((first.json.text as string).replaceAll("'", '&#x27;'))
          expect((await answer(id, digits(id))).status).toBe(200)
          expect((await answer(id, digits(id))).status).toBe(400)
          expect([(await ask(id)).status, (await page(id)).status]).toEqual([404, 404])
        }
        const wrong = newId()
        expect((await answer(wrong, String(Number(digits(wrong)) + 1))).status).toBe(400)
        expect((await answer(wrong, digits(wrong))).status).toBe(400)
      })

      it('that no form holds', async () => {
        const form = await wiki().anonymous.get(`/pages/addcomment.action?pageId=${pageId}`)
        const id = /name="captchaId" value="([0-9a-f]+)"/.exec(form.text)?.[1] ?? ''
        const { text } = (await ask(id)).json
        expect(form.text).toContain(`href="/jcaptcha/question?id=${id}"`)
        expect(form.text).not.toContain(text.slice(0, 40))
      })

      it('so often for one address', async () => {
        vi.spyOn(performance, 'now').mockReturnValue(performance.now())
        const one = elsewhere()
        const statuses: number[] = []
        for (let i = 0; i < 24; i++) statuses.push((await (i % 2 ? ask : page)(newId(), one)).status)
        expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429, 429, 429])
        expect((await ask(newId())).status).toBe(200)
      })

      it('whose answer cannot be guessed often from one address', async () => {
        vi.spyOn(performance, 'now').mockReturnValue(performance.now())
        const one = elsewhere()
        const statuses: number[] = []
        for (let i = 0; i < 12; i++) statuses.push((await answer(newId(), '7777', one)).status)
        expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429])
        const id = newId()
        expect((await answer(id, digits(id), one)).status).toBe(429)
        expect((await answer(id, digits(id))).status).toBe(200)
        // Words of pictures are not limited.
        const other = newId()
        expect((await answer(other, word(other), one)).status).toBe(200)
      })
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
      // Other errors are reported first, so that the answer still counts.
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
  { OXBOW_TRUST_PROXY: '1' },
)
