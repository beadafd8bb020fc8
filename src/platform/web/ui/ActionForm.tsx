import type { FormEvent, ReactNode } from 'react'
import type { Action } from '../form.ts'
import { t } from '../i18n.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { FormStack } from './Section.tsx'

export interface ActionFormProps {
  /** What Enter and the button do. */
  action: Action<[]>
  /** Fields that show their own errors; all others show above the button. */
  fields?: readonly string[]
  /** Default: Save. */
  submitLabel?: string
  /** `default` for a form that is not the main thing of its screen. */
  variant?: 'primary' | 'default'
  children: ReactNode
}

/** A form in a screen: Enter sends it, what the server refuses shows at its field. In a dialog it is `FormDialog`. */
export function ActionForm({ action, fields = [], submitLabel = t('Save'), variant = 'primary', children }: ActionFormProps) {
  const error = action.formError(...fields)
  return (
    <form
      onInput={action.reset}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void action.run()
      }}
    >
      <FormStack>
        {children}
        {error && <Banner tone="danger" title={error} />}
        <div>
          <Button variant={variant} type="submit" isPending={action.isPending}>
            {submitLabel}
          </Button>
        </div>
      </FormStack>
    </form>
  )
}
