import Plus from 'lucide-react/icons/plus'
import { Button, type ButtonProps } from './Button.tsx'

/** The action above a list that creates an entry. */
export function CreateButton(props: Pick<ButtonProps, 'onPress' | 'children'>) {
  return <Button variant="primary" icon={<Plus />} {...props} />
}
