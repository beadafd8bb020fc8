import Copy from 'lucide-react/icons/copy'
import Printer from 'lucide-react/icons/printer'
import Sun from 'lucide-react/icons/sun'
import X from 'lucide-react/icons/x'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { hasModal } from '#platform/web/modal.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { setStoredColours, useDarkSheet, useReadDark } from '../dark-sheet.ts'
import type { PrintDialogProps } from '../print/PrintDialog.tsx'

const PrintDialog = lazy(async () => ({ default: (await import('../print/PrintDialog.tsx')).PrintDialog }))

export interface BarEndProps {
  printed: Omit<PrintDialogProps, 'onClose'>
  backHref: string
  /** Name of the way back; default the page. */
  backLabel?: string
  onCopy?: () => void
  tools?: ReactNode
}

/** End of the viewer's bar: copying, colours, printing, further tools, and the way back. */
export function BarEnd({ printed, backHref, backLabel, onCopy, tools }: BarEndProps) {
  return (
    <>
      {onCopy && (
        <IconButton label={t('Copy Diagram')} onPress={onCopy}>
          <Copy />
        </IconButton>
      )}
      <SheetColours />
      <PrintTool printed={printed} />
      {tools}
      <IconButton
        className="ox-diagram-close"
        label={backLabel ?? t('Back to page')}
        shortcut="Esc"
        onPress={() => navigateTo(backHref)}
      >
        <X />
      </IconButton>
    </>
  )
}

function PrintTool({ printed }: Pick<BarEndProps, 'printed'>) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'p' || hasModal()) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <IconButton label={t('Print…')} shortcut="Ctrl+P" onPress={() => setOpen(true)}>
        <Printer />
      </IconButton>
      {isOpen && (
        <Suspense>
          <PrintDialog {...printed} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** For pages read dark: whether the diagram is shown in the colours that it is stored in. */
function SheetColours() {
  const isDark = useDarkSheet()
  if (!useReadDark()) return null
  return (
    <IconButton
      label={t('Colours as stored')}
      aria-pressed={!isDark}
      isActive={!isDark}
      onPress={() => setStoredColours(isDark)}
    >
      <Sun />
    </IconButton>
  )
}
