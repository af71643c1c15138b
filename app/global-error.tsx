'use client'

/**
 * An error in the frame or the layout around every page, or a script of theirs that did not come. The calls are safe on
 * the server. Next's own page is in English. Every page loads this one too, so it is plain.
 */
export default function ErrorScreen({ reset }: { reset: () => void }) {
  return (
    <html lang="pt-BR" style={{ colorScheme: 'light dark' }}>
      <body style={{ padding: '30vh 1rem', font: '1rem/2 system-ui, sans-serif', textAlign: 'center' }}>
        <title>Alô</title>
        <h1>A tela falhou</h1>
        <p>Suas chamadas e atendimentos continuam guardados.</p>
        <button type="button" onClick={reset}>
          Desenhar de novo
        </button>{' '}
        <button type="button" onClick={() => location.reload()}>
          Recarregar
        </button>
      </body>
    </html>
  )
}
