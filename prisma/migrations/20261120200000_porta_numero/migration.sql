-- The interface says that the number of a port is a number.
ALTER TABLE "porta_atendimento" ALTER COLUMN "numero" TYPE INTEGER USING "numero"::integer;
