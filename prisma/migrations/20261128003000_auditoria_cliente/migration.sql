-- The record filtered by customer: choices and corrections by whom they name.
CREATE INDEX auditoria_cliente_idx ON auditoria USING GIN (detalhes jsonb_path_ops)
  WHERE acao IN ('cliente_escolhido', 'atendimento_cliente_alterado');
