import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'

interface ResolveButtonProps {
  isResolved: boolean
  /** Resolves the thread, or opens it again. */
  onToggle: () => Promise<void>
}

/** Below a thread that can be resolved. */
export function ResolveButton({ isResolved, onToggle }: ResolveButtonProps) {
  const toggle = useAction(onToggle)
  return (
    <>
      <Button size="small" isPending={toggle.isPending} onPress={() => void toggle.run()}>
        {isResolved ? t('Reopen') : t('Resolve')}
      </Button>
      <ErrorText error={toggle.error} />
    </>
  )
}
