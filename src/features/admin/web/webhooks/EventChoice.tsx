import { t } from '#platform/web/i18n.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import type { WebhookEvent } from '#features/webhooks/contract.ts'
import { WEBHOOK_EVENTS } from '#features/webhooks/shared.ts'
import css from '../admin.module.css'

interface Props {
  chosen: ReadonlySet<WebhookEvent>
  onChange: (chosen: ReadonlySet<WebhookEvent>) => void
  error: string | undefined
}

/** Checkboxes of webhook events, by wire name. */
export function EventChoice({ chosen, onChange, error }: Props) {
  const all = chosen.size === WEBHOOK_EVENTS.length
  const toggle = (event: WebhookEvent, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(event)
    else next.delete(event)
    onChange(next)
  }
  return (
    <fieldset className={css.events}>
      <legend>{t('Events')}</legend>
      <Button size="small" onPress={() => onChange(new Set(all ? [] : WEBHOOK_EVENTS))}>
        {all ? t('None of them') : t('All of them')}
      </Button>
      <div className={css.eventList}>
        {WEBHOOK_EVENTS.map(event => (
          <Checkbox key={event} isSelected={chosen.has(event)} onChange={on => toggle(event, on)}>
            <code>{event}</code>
          </Checkbox>
        ))}
      </div>
      {error !== undefined && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
