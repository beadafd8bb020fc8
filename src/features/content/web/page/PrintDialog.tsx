import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { Dialog, DialogFooter } from '#platform/web/ui/Dialog.tsx'
import { printPage, printsAddresses } from './print-page.ts'

/** Asks how a page is printed. */
export default function PrintDialog({ onClose }: { onClose: () => void }) {
  const [withAddresses, setWithAddresses] = useState(printsAddresses)
  const print = () => {
    onClose()
    // Once the dialog has gone: printing halts the page.
    requestAnimationFrame(() => setTimeout(() => printPage(withAddresses), 0))
  }
  return (
    <Dialog
      title={t('Print this page')}
      width={440}
      onClose={onClose}
      footer={
        <DialogFooter onCancel={onClose} onPress={print}>
          {t('Print')}
        </DialogFooter>
      }
    >
      <Checkbox
        isSelected={withAddresses}
        onChange={setWithAddresses}
        description={t('Each link is followed by its address in brackets.')}
      >
        {t('Print the addresses of links')}
      </Checkbox>
    </Dialog>
  )
}
