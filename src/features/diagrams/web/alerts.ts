import { t } from '#platform/web/i18n.ts'

/**
 * Shows a red alert above the page, which goes by itself as banners do, or by its button. Times are those of the style
 * sheet's `ox-diagram-banner`.
 */
export function showErrorAlert(text: string): void {
  const alert = document.createElement('div')
  alert.className = 'ox-diagram-banner ox-diagram-alert'
  alert.dataset['tone'] = 'danger'
  alert.setAttribute('role', 'alert')
  const dismiss = document.createElement('button')
  dismiss.type = 'button'
  dismiss.textContent = '×'
  dismiss.setAttribute('aria-label', t('Dismiss'))
  dismiss.addEventListener('click', () => alert.remove())
  alert.addEventListener('animationend', () => alert.remove())
  alert.append(text, dismiss)
  document.querySelector('#main')?.prepend(alert)
}
