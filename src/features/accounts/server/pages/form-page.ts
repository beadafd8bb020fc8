import type { FastifyRequest } from 'fastify'
import { THEME_COOKIE } from '#platform/page-data.ts'
import type { App } from '#platform/server/app.ts'
import { webAssets } from '#platform/server/http/assets.ts'
import { siteTitle } from '#platform/server/http/document.ts'
import { Answer } from '#platform/server/http/http.ts'
import { html, type Markup } from '#platform/server/http/markup.ts'
import { version } from '#platform/server/package.ts'
import { FORM_STYLE, FORM_STYLE_PATH } from './style.ts'
import { translator, type Translate } from './texts.ts'

export interface FormPage {
  title: string
  /** The form, and what belongs to it. */
  content: Markup
  status?: number
  headers?: Record<string, string>
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
  app: App,
  request: FastifyRequest,
  { title, content, status = 200, headers = {} }: FormPage,
): Answer {
  const theme = request.cookies[THEME_COOKIE]
  const token = request.authentication.xsrfToken
  const site = app.settings.get(siteTitle)
  const page = html`<!doctype html>
<html lang="${request.locale}" data-theme="${theme === 'light' || theme === 'dark' ? theme : 'system'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta id="atlassian-token" name="atlassian-token" content="${token}">
<meta name="ajs-atl-token" content="${token}">
<title>${title} - ${site}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${webAssets(app).styles.map(address => html`<link rel="stylesheet" href="${address}">\n`)}<link rel="stylesheet" href="${FORM_STYLE_PATH}">
</head>
<body class="oxf-body">
<div class="oxf-main" id="sidebar-container">
<main class="oxf-card">
<p class="oxf-brand"><span class="oxf-mark" aria-hidden="true"></span>${site}</p>
${content}
</main>
</div>
<footer class="oxf-foot" id="footer"><span id="footer-build-information">Oxbow ${version}</span></footer>
</body>
</html>
`
  return Answer.html(page.text, status, headers)
}

/** Texts in the language of who asks. */
export function translateFor(request: FastifyRequest): Translate {
  return translator(request.locale)
}

/** What went wrong, announced to screen readers when the page opens. The classes are what scripts look for. */
export function errorMessage(...texts: (string | undefined)[]): Markup | undefined {
  const given = texts.filter(text => text !== undefined)
  if (given.length === 0) return undefined
  return html`<div class="aui-message aui-message-error" role="alert"><ul>${given.map(text => html`<li>${text}</li>`)}</ul></div>`
}

/** A message above a form. */
export function infoMessage(text: string): Markup {
  return html`<div class="aui-message aui-message-info" role="status">${text}</div>`
}

export interface Field {
  name: string
  label: string
  type?: 'text' | 'password' | 'email'
  value?: string
  autocomplete: string
  hint?: string
  required?: boolean
  autofocus?: boolean
}

/** A labelled input. Its id is its name, as scripts of the old product expect. */
export function field({
  name,
  label,
  type = 'text',
  value = '',
  autocomplete,
  hint,
  required = true,
  autofocus = false,
}: Field): Markup {
  return html`<div class="oxf-field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" autocapitalize="none" spellcheck="false"${
    hint === undefined ? '' : html` aria-describedby="${name}-hint"`
  }${required ? html` required` : ''}${autofocus ? html` autofocus` : ''}>${
    hint === undefined ? '' : html`<p class="oxf-hint" id="${name}-hint">${hint}</p>`
  }</div>`
}

/** A field of a form that does not show. */
export function hidden(name: string, value: string): Markup {
  return html`<input type="hidden" name="${name}" value="${value}">`
}
