import { t } from '#platform/web/i18n.ts'

/** Content of an alert: texts, and elements such as a link. */
type Content = readonly (string | Node)[]

/** A red alert of the application, for what failed. It goes by itself as banners do, or by its button. */
export function showErrorAlert(...content: Content): void {
  show('danger', 'alert', document.querySelector('#app'), content)
}

/** A green alert in the main area, for what was done. */
export function showSuccessAlert(...content: Content): void {
  show('success', 'status', document.querySelector('#main'), content)
}

/** A paragraph of an alert. */
export function paragraph(text: string): HTMLElement {
  const element = document.createElement('p')
  element.textContent = text
  return element
}

/** Elements that the server's words may have; others stay as their text. */
const ALLOWED: ReadonlySet<string> = new Set(['B', 'STRONG', 'I', 'EM', 'CODE', 'BR', 'P', 'UL', 'OL', 'LI'])
const SILENT: ReadonlySet<string> = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'IFRAME', 'OBJECT'])

/** The server's message, as HTML if it is: plain elements without attributes, which can do nothing. */
export function detail(html: string): HTMLElement {
  const element = document.createElement('div')
  element.append(...plain(new DOMParser().parseFromString(html, 'text/html').body))
  return element
}

function plain(parent: Node): Node[] {
  return [...parent.childNodes].flatMap(node => {
    if (node instanceof Text) return [document.createTextNode(node.data)]
    if (!(node instanceof HTMLElement) || SILENT.has(node.tagName)) return []
    if (!ALLOWED.has(node.tagName)) return plain(node)
    const made = document.createElement(node.tagName)
    made.append(...plain(node))
    return [made]
  })
}

/** Times are those of the style sheet's `ox-diagram-banner`; they wait while the pointer or the focus is in it. */
function show(tone: 'danger' | 'success', role: 'alert' | 'status', place: Element | null, content: Content): void {
  const alert = document.createElement('div')
  alert.className = 'ox-diagram-banner ox-diagram-alert'
  alert.dataset['tone'] = tone
  alert.setAttribute('role', role)
  const words = document.createElement('div')
  words.append(...content)
  const dismiss = document.createElement('button')
  dismiss.type = 'button'
  dismiss.textContent = '×'
  dismiss.setAttribute('aria-label', t('Dismiss'))
  dismiss.addEventListener('click', () => alert.remove())
  alert.addEventListener('animationend', () => alert.remove())
  alert.append(words, dismiss)
  regionIn(place ?? document.body).append(alert)
}

const REGION = 'ox-diagram-alerts'

/**
 * The alerts' place. A dialog that opens later is above it and has its own: its errors are shown there.
 */
function regionIn(place: Element): HTMLElement {
  const found = [...place.children].find(child => child.classList.contains(REGION))
  if (found instanceof HTMLElement) return found
  const region = document.createElement('div')
  region.className = REGION
  region.dataset['reactAriaTopLayer'] = 'true'
  place.append(region)
  return region
}

/** Prepares the place of alerts, before a dialog opens that may have some. */
export function prepareAlerts(): void {
  regionIn(document.querySelector('#app') ?? document.body)
}
