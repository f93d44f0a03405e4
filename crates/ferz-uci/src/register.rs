use crate::CommandError;
use crate::tokens::{OneLine, Tokens, clipped, write_field};
use alloc::string::String;
use core::fmt;

/// What `register` says to an engine that asks for registration.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Register {
    /// `later`: not now.
    Later,
    /// Who registers, and with which code; either may be missing.
    As {
        /// The owner's name, its words joined by single spaces. It cannot contain the word `code`.
        name: Option<String>,
        /// The code, its words joined by single spaces. It cannot contain the word `name`.
        code: Option<String>,
    },
}

impl Register {
    /// Reads what follows the word `register`.
    pub(crate) fn parse(tokens: &mut Tokens<'_>) -> Result<Self, CommandError> {
        let (mut name, mut code) = (None, None);
        while let Some(word) = tokens.next() {
            match word {
                "later" => return Ok(Self::Later),
                "name" => name = Some(tokens.text_until(|_, word| word == "code")),
                "code" => code = Some(tokens.text_until(|_, word| word == "name")),
                _ => return Err(CommandError::BadRegister(clipped(word))),
            }
        }
        if name.is_none() && code.is_none() {
            return Err(CommandError::MissingValue("register"));
        }
        Ok(Self::As { name, code })
    }
}

/// Writes the whole command.
impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Later => f.write_str("register later"),
            Self::As { name, code } => {
                f.write_str("register")?;
                write_field(f, "name", name.as_deref().map(OneLine))?;
                write_field(f, "code", code.as_deref().map(OneLine))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Command;

    #[test]
    fn a_name_a_code_or_later() {
        let anna = Some(String::from("Anna de Boer"));
        let code = Some(String::from("435 9874"));
        for (line, register) in [
            ("register later", Register::Later),
            (
                "register name Anna  de Boer code 435 9874",
                Register::As { name: anna.clone(), code: code.clone() },
            ),
            ("register code 435 9874", Register::As { name: None, code: code.clone() }),
            ("register code 435 9874 name Anna de Boer", Register::As { name: anna, code }),
        ] {
            assert_eq!(line.parse(), Ok(Command::Register(register)), "{line}");
        }
        assert_eq!("register".parse::<Command>(), Err(CommandError::MissingValue("register")));
        let error = CommandError::BadRegister("me".into());
        assert_eq!("register me".parse::<Command>(), Err(error));
    }
}
