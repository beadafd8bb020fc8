import type { Reader } from '#platform/view/reader.ts'
import type { Outcome } from './shared.ts'

/** Text for a user about the outcome of asking for their approval. */
export function outcomeWords(outcome: Outcome, { t }: Reader): { title: string; message: string } {
  switch (outcome) {
    case 'approved':
      return {
        title: t('Approved'),
        message: t('The wiki now shows what you may see there. You can close this window.'),
      }
    case 'refused':
      return { title: t('Not approved'), message: t('Nothing was changed. You can close this window.') }
    case 'failed':
      return failureWords({ t })
  }
}

/** The text after a failure. */
export function failureWords({ t }: Pick<Reader, 't'>): { title: string; message: string } {
  return {
    title: t('The approval failed'),
    message: t('Try again. If it fails again, tell an administrator: the link may not be set up correctly.'),
  }
}
