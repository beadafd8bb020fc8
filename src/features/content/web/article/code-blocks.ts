import { t } from '#platform/web/i18n.ts'

const COPIED_MS = 1500

/** Adds a copy button to each code block. Returns a cleanup function. */
export function addCopyButtons(article: HTMLElement): () => void {
  const buttons: HTMLElement[] = []
  for (const block of article.querySelectorAll<HTMLElement>('.codeContent, .preformattedContent')) {
    const code = block.querySelector('pre')
    if (!code) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'ox-copy-code'
    button.textContent = t('Copy')
    button.addEventListener('click', () => void copy(button, code.textContent))
    block.append(button)
    buttons.push(button)
  }
  return () => {
    for (const button of buttons) button.remove()
  }
}

async function copy(button: HTMLButtonElement, code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code)
    button.textContent = t('Copied')
  } catch {
    button.textContent = t('Not copied')
  }
  window.setTimeout(() => {
    button.textContent = t('Copy')
  }, COPIED_MS)
}
