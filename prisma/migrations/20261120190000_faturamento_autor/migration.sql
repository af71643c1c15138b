-- The ledger by author. Partial: a row has a user or a token, never both.
CREATE INDEX evento_faturamento_usuario_idx ON evento_faturamento (usuario_id, criado_em, id_evento_faturamento) WHERE usuario_id IS NOT NULL;
CREATE INDEX evento_faturamento_token_idx ON evento_faturamento (token_id, criado_em, id_evento_faturamento) WHERE token_id IS NOT NULL;
