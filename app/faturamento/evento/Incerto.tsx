import { Alert } from '@mantine/core'

export const Incerto = () => (
  <Alert color="yellow" role="alert" p="xs">
    O primeiro envio pode ter sido registrado: confira em Eventos registrados. Este seria outro evento.
  </Alert>
)
