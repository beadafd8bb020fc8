import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Star from 'lucide-react/icons/star'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Button, ButtonRow, LinkButton } from '../ui/Button.tsx'
import { ConfirmDialog, Dialog } from '../ui/Dialog.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSection, MenuSeparator } from '../ui/Menu.tsx'
import { Popover } from '../ui/Popover.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { TextField } from '../ui/TextField.tsx'
import { showToast } from '../ui/toast-store.ts'
import { Row, Section } from './Section.tsx'

export function ActionsSection() {
  const [dialog, setDialog] = useState<'form' | 'confirm'>()
  const [starred, setStarred] = useState(true)
  return (
    <Section title="Actions">
      <Row label="Buttons">
        <Button variant="primary">Publish</Button>
        <Button>Preview</Button>
        <Button variant="subtle">Discard</Button>
        <Button variant="danger">Delete page</Button>
        <Button icon={<Plus />}>Add link</Button>
        <LinkButton href="/styleguide/page">Sample page</LinkButton>
      </Row>
      <Row label="States">
        <Button variant="primary" isPending>
          Publishing
        </Button>
        <Button isDisabled>Disabled</Button>
        <Button size="small">Small</Button>
        <Button size="small" variant="primary">
          Small
        </Button>
      </Row>
      <Row label="Icon buttons">
        <IconButton label="Edit" shortcut="e">
          <Pencil size={20} />
        </IconButton>
        <IconButton label="Favourite" isActive={starred} onPress={() => setStarred(!starred)}>
          <Star size={20} fill={starred ? 'currentColor' : 'none'} />
        </IconButton>
        <IconButton label="Copy" size="small">
          <Copy />
        </IconButton>
        <Menu
          label="Page actions"
          placement="bottom start"
          trigger={
            <IconButton label="More actions">
              <Ellipsis size={20} />
            </IconButton>
          }
        >
          <MenuItem label="Copy link" icon={<Copy />} shortcut="y" />
          <MenuItem label="Full width" isChecked />
          <MenuSection title="Tools">
            <MenuItem label="Page history" description="42 versions" href="/styleguide/page" />
            <MenuItem label="Export" isDisabled />
          </MenuSection>
          <MenuSeparator />
          <MenuItem label="Delete" icon={<Trash />} isDangerous onAction={() => setDialog('confirm')} />
        </Menu>
      </Row>
      <Row label="Windows">
        <Button onPress={() => setDialog('form')}>Dialog</Button>
        <Button onPress={() => setDialog('confirm')}>Confirm</Button>
        <Popover label="Share" width={280} trigger={<Button>Popover</Button>}>
          {close => (
            <>
              <p style={{ marginTop: 0 }}>A small window at its button.</p>
              <Button size="small" onPress={close}>
                Done
              </Button>
            </>
          )}
        </Popover>
        <Button
          onPress={() =>
            showToast({
              kind: 'success',
              title: 'Page moved to the trash',
              action: { label: 'Undo', run: () => undefined },
            })
          }
        >
          Message
        </Button>
        <Button
          onPress={() =>
            showToast({
              kind: 'error',
              title: 'The page could not be saved',
              body: 'Somebody else changed it. Your text is kept as a draft.',
            })
          }
        >
          Error message
        </Button>
      </Row>
      <Tabs
        label="Sample"
        items={[
          { id: 'a', label: 'All updates', content: 'The first view.' },
          { id: 'b', label: 'Comments', count: 12, content: 'The second view.' },
          { id: 'c', label: 'Attachments', count: 3, content: 'The third view.' },
        ]}
      />
      {dialog === 'form' && (
        <Dialog
          title="Copy this page"
          onClose={() => setDialog(undefined)}
          footer={
            <ButtonRow align="end">
              <Button onPress={() => setDialog(undefined)}>Cancel</Button>
              <Button variant="primary">Copy</Button>
            </ButtonRow>
          }
        >
          <TextField
            label="Title"
            defaultValue="Copy of Release notes"
            description="Must not exist in the space yet."
          />
        </Dialog>
      )}
      {dialog === 'confirm' && (
        <ConfirmDialog
          title="Delete “Release notes”?"
          confirmLabel="Delete page"
          isDangerous
          onConfirm={() => undefined}
          onClose={() => setDialog(undefined)}
        >
          <p>The page goes to the trash with its 3 attachments. Its 12 child pages move up one level.</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
