import { createElement as h, type ReactElement } from 'react'
import type { FastifyRequest } from 'fastify'
import { THEME_COOKIE } from '#platform/page-data.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { webAssets } from '#platform/server/http/assets.ts'
import { siteTitle, themeOf } from '#platform/server/http/document.ts'
import { Answer } from '#platform/server/http/http.ts'
import { html } from '#platform/server/http/markup.ts'
import { plainDocument } from '#platform/server/http/plain-document.ts'
import { version } from '#platform/server/package.ts'
import { FormFrameView } from '../view/FormView.tsx'
import { FORM_STYLE, FORM_STYLE_PATH } from './form-style.ts'

interface FormPage {
  title: string
  /** The form, and what belongs to it. */
  content: ReactElement
  status?: number | undefined
  headers?: Record<string, string> | undefined
}

/** Serves the style sheet of the forms. */
export function formStyleRoute(app: App): void {
  app.http.fastify.get(FORM_STYLE_PATH, { config: { anonymous: true } }, (_request, reply) =>
    reply
      .header('content-type', 'text/css;charset=UTF-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(FORM_STYLE),
  )
}

/**
 * A page with one form that needs neither script nor the web app's build. It loads no script at all: nothing runs where
 * passwords are typed, and nothing redraws the form under the reader's hands.
 */
export function formPage(
  { app, locale }: Context,
  request: FastifyRequest,
  { title, content, status = 200, headers = {} }: FormPage,
): Answer {
  const token = request.authentication.xsrfToken
  const site = app.settings.get(siteTitle)
  const page = plainDocument({
    locale,
    theme: themeOf(request.cookies[THEME_COOKIE]),
    title: `${title} - ${site}`,
    head: html`<meta name="robots" content="noindex">
<meta id="atlassian-token" name="atlassian-token" content="${token}">
<meta name="ajs-atl-token" content="${token}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${[...webAssets(app).styles, FORM_STYLE_PATH].map(address => html`<link rel="stylesheet" href="${address}">\n`)}`,
    bodyClass: 'oxf-body',
    body: h(FormFrameView, { siteTitle: site, version, children: content }),
  })
  return Answer.html(page, status, headers)
}
