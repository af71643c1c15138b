-- What nothing reads. Every index is written with each row of its table and saves nobody anything unless a statement or
-- the check of a foreign key looks something up in it.

-- Attempts to sign in are counted in memory (server/acesso/routes/session.ts).
DROP TABLE "limite_taxa";

-- Made for large packets between several processes; no adapter that would use it is installed.
DROP TABLE socket_io_attachments;

-- Documents are looked up by their beginnings alone: cliente_cpf_cnpj_prefixo_idx, which serves equality as well.
DROP INDEX "cliente_cpf_cnpj_idx";

-- Logins are compared in lower case alone: cliente_servico_login_prefixo_idx.
DROP INDEX "cliente_servico_login_idx";

-- Groups are read from their service (the primary key's first column); no group is ever deleted, so no check looks here.
DROP INDEX "cliente_servico_grupo_id_grupo_idx";

-- The record is read newest first by its id, and filtered by `acao`; nothing asks for a moment or for an `alvo`.
DROP INDEX "auditoria_quando_idx";
DROP INDEX "auditoria_alvo_quando_idx";

-- Kept, though it may not look so: verificacao, since better-auth's adapter holds the tables against those it expects;
-- ligacao (usuario_id, notificada_em), for an agent's own calls, newest first; cliente_telefone (chave text_pattern_ops) beside
-- the primary key, for beginnings in databases whose collation is not C; idempotencia (criado_em), by which what is older
-- than a day is forgotten; (usuario_id) of sessao and conta and (id_cliente) of ligacao and atendimento, by which sign-in,
-- disabling a user and a customer's page find their rows.
