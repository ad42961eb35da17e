# Completion of myelin for bash. To use it, add to ~/.bashrc:
#   source <(myelin completion bash)

_myelin() {
    local line=${COMP_LINE:0:COMP_POINT} token prefix value rest
    token=${line##*[[:space:]]}
    prefix=
    # bash ends a word at these characters, and replaces only what stands behind the last of them.
    case $token in
        *[=:@]*) prefix=${token%"${token##*[=:@]}"} ;;
    esac
    COMPREPLY=()
    while IFS=$'\t' read -r value rest; do
        case $value in
            :files)
                compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "$token"))
                return
                ;;
            :folders)
                compopt -o dirnames 2>/dev/null || COMPREPLY=($(compgen -d -- "$token"))
                return
                ;;
            *) COMPREPLY+=("$(printf '%q' "${value#"$prefix"}")") ;;
        esac
    done < <(command myelin __complete "$line" 2>/dev/null)
}

complete -F _myelin myelin myelin-brain
